import { eventField } from '#generators/backdated.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { ChangeRow } from '#server/core/changes/queries.ts';
import type { Db } from '#server/db/database.ts';
import type { SubscriptionRow } from '#server/features/alerts/base/queries.ts';
import { dueAt } from '#server/features/alerts/base/slots.ts';
import { type NewHit, toldHits } from './queries.ts';

interface CorrectedDeps {
  readonly catalog: Catalog;
  readonly now: () => Date;
}

/**
 * Does an entry correct what was said of its record? What is about an event is a fact, and a change by hand corrects it; what
 * goes on, as a company does, changes, unless a user reported the mistake. What is taken away was wrong, or was there twice.
 * Bulk work is never news.
 */
function isCorrection({ catalog }: CorrectedDeps, { objectApiName, kind, cause, quiet, derived, fields }: ChangeRow) {
  if (kind === 'removed') return !quiet || cause === 'merge';
  if (kind !== 'updated' || quiet || derived || fields.length === 0) return false;
  const definition = catalog.find(objectApiName)?.definition;
  return cause === 'correction' || (definition !== undefined && eventField(definition) !== undefined);
}

/**
 * Corrections of what was sent, for the subscriptions by which it was. Those that report the change itself, as `hits` have it,
 * say it once.
 */
export async function correctedHits(
  trx: Db,
  deps: CorrectedDeps,
  entries: readonly ChangeRow[],
  subscriptions: ReadonlyMap<string, SubscriptionRow>,
  hits: readonly NewHit[],
): Promise<NewHit[]> {
  const corrections = entries.filter((entry) => isCorrection(deps, entry));
  if (corrections.length === 0) return [];
  const byRecord = Map.groupBy(corrections, ({ objectApiName, id }) => `${objectApiName} ${id}`);
  const reported = new Set(
    hits.map(({ subscription, object, record, xid }) => [subscription, object, record, xid].join(' ')),
  );
  const now = deps.now();
  return (await toldHits(trx, corrections)).flatMap(({ subscription, object, record, event, seen, told }) => {
    const row = subscriptions.get(subscription);
    return (byRecord.get(`${object} ${record}`) ?? []).flatMap(({ xid, kind, fields: changed }) => {
      const fields = changed.filter((name) => name in told);
      const says = kind === 'removed' ? Object.keys(told).length > 0 : fields.length > 0;
      if (!row || !says || reported.has([subscription, object, record, xid].join(' '))) return [];
      const due = dueAt(row.frequency, row, now)?.toISOString() ?? null;
      const hit = {
        subscription,
        object,
        record,
        kind: 'corrected',
        xid,
        fields,
        event,
        seen,
        late: false,
        due,
        told,
      } as const;
      return [hit];
    });
  });
}
