import type { Db } from '#server/db/database.ts';
import type { Vault } from '#server/db/vault.ts';
import type { Judgement, ManyChanges } from '#server/core/records/change-many.ts';
import { recordsByIds } from '#server/core/records/queries.ts';
import { putAway } from './lifecycle.ts';

/**
 * Archives those of many records that are still at the version that was decided on, in a transaction of the caller's; without
 * `away` it is only found out which.
 */
export async function archiveMany(
  trx: Db,
  { object, records, context }: Pick<ManyChanges, 'object' | 'records' | 'context'>,
  vault: Vault,
  away?: { readonly reason: string; readonly bulkId: string },
): Promise<Judgement[]> {
  const ids = records.map(({ id }) => id);
  const stored = new Map(
    (await recordsByIds(trx, vault, object, ids, away !== undefined)).map((record) => [record.id, record]),
  );
  const judged = records.map(({ id, version }): Judgement => {
    const old = stored.get(id);
    if (!old) return { id, outcome: 'gone' };
    return old.version === version
      ? { id, outcome: 'changed', old, values: {}, changes: {} }
      : { id, outcome: 'skipped' };
  });
  const leaving = judged.flatMap((one) => (one.outcome === 'changed' ? [one.old] : []));
  if (away) await putAway(trx, object, leaving, { kind: 'archived', context, ...away });
  return judged;
}
