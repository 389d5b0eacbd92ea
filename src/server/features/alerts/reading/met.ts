import type { AlertKind } from '#schemas/api/alerts.ts';
import { isBackdated } from '#generators/backdated.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { dayField } from '#server/features/alerts/base/day-field.ts';
import { dueAt } from '#server/features/alerts/base/slots.ts';
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

/** What is asked of one object, and what happened to a record of it. */
interface Meeting {
  readonly object: CatalogObject;
  readonly kind: AlertKind;
  readonly asked: Asked;
  readonly change: Change;
  readonly now: Date;
}

/** Is what happened news? What entered is as old as its event; what was changed by hand is of today. */
function lateness({ object, kind, change: { after, isDerived }, now }: Meeting) {
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

/** What a subscription keeps of a change that met it; undefined where it does not want to know of it. */
export function hitOf(meeting: Meeting): NewHit | undefined {
  const { object, kind, asked, change, now } = meeting;
  const { trial, subscription } = asked;
  if (!trial.kinds.has(kind)) return undefined;
  const fields = kind === 'changed' ? [...change.fields].filter((name) => trial.watched.has(name)) : [];
  if (kind === 'changed' && fields.length === 0) return undefined;
  const { event, late, isUnknown } = lateness(meeting);
  if (isUnknown) return undefined;
  const { id: record, createdAt: seen } = change.record;
  return atItsTime(
    { subscription: subscription.id, object: object.apiName, record, kind, xid: change.xid, fields, event, seen, late },
    asked,
    now,
  );
}

/** A hit with the time when it is sent: what is late is never sent at once. */
export function atItsTime(hit: Omit<NewHit, 'due'>, { subscription }: Asked, now: Date): NewHit {
  const frequency = hit.late && subscription.frequency === 'now' ? 'daily' : subscription.frequency;
  return { ...hit, due: dueAt(frequency, subscription, now)?.toISOString() ?? null };
}

/** What of a change met which subscriptions. Nothing that is older than a subscription does. */
export function metBy(
  index: TrialIndex,
  change: Change,
  isOlder: (asked: Asked, xid: string) => boolean,
  now: Date,
): NewHit[] {
  const hits: NewHit[] = [];
  const meet = (kind: AlertKind, asked: Asked) => {
    if (!asked.trial.kinds.has(kind) || isOlder(asked, change.xid)) return;
    const hit = hitOf({ object: index.object, kind, asked, change, now });
    if (hit) hits.push(hit);
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
