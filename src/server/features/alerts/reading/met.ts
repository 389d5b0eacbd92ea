import type { AlertKind } from '#schemas/api/alerts.ts';
import { isBackdated } from '#generators/backdated.ts';
import { dayField } from '#server/features/alerts/base/day-field.ts';
import { dueAt } from '#server/features/alerts/base/slots.ts';
import type { Snapshot } from '#server/features/alerts/base/snapshot.ts';
import type { CurrentRecord, NewHit } from './queries.ts';
import type { Transition } from './record-states.ts';
import type { Asked, TrialIndex } from './trial-index.ts';

/** What one transaction did to one record. */
export interface Change extends Transition {
  readonly record: CurrentRecord;
  readonly xid: string;
  readonly fields: ReadonlySet<string>;
  /** Only values that are worked out of other records. */
  readonly isDerived: boolean;
}

/** Is what happened news? What entered is as old as its event; what was changed by hand is of today. */
function lateness({ object }: TrialIndex, kind: AlertKind, { after, isDerived }: Change, now: Date) {
  const field = dayField(object.definition)?.apiName;
  const event = field === undefined ? undefined : after[field];
  const isOfEvent = kind === 'entered' || (kind === 'changed' && isDerived);
  return {
    event: typeof event === 'string' ? event : null,
    late: isOfEvent && isBackdated(event, now.toISOString()),
    // Values that follow from others say nothing of when that was, where the record has no day of its own.
    isUnknown: kind === 'changed' && isDerived && field === undefined,
  };
}

/** What of a change met which subscriptions. Nothing that is older than a subscription does. */
export function metBy(index: TrialIndex, change: Change, baselineOf: (asked: Asked) => Snapshot, now: Date): NewHit[] {
  const hits: NewHit[] = [];
  const meet = (kind: AlertKind, asked: Asked) => {
    const { trial, subscription } = asked;
    if (!trial.kinds.has(kind)) return;
    const fields = kind === 'changed' ? [...change.fields].filter((name) => trial.watched.has(name)) : [];
    if (kind === 'changed' && fields.length === 0) return;
    if (baselineOf(asked).isOlder(change.xid)) return;
    const { event, late, isUnknown } = lateness(index, kind, change, now);
    if (isUnknown) return;
    // What is late is never sent at once.
    const frequency = late && subscription.frequency === 'now' ? 'daily' : subscription.frequency;
    hits.push({
      subscription: subscription.id,
      object: index.object.apiName,
      record: change.record.id,
      kind,
      xid: change.xid,
      fields,
      event,
      seen: change.record.createdAt,
      late,
      due: dueAt(frequency, subscription, now)?.toISOString() ?? null,
    });
  };
  const { before, after } = change;
  for (const { matches, asked } of index.candidates([before, after])) {
    const [was, is] = [before !== undefined && matches(before), matches(after)];
    const kind = is ? (was ? 'changed' : 'entered') : was ? 'left' : undefined;
    if (kind) for (const one of asked) meet(kind, one);
  }
  if (before) for (const one of index.ofRecord(change.record.id)) meet('changed', one);
  return hits;
}
