import { DAY_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { repairValues, wrongValues } from '#server/core/derived/check.ts';
import type { StatedByRecord } from '#server/core/derived/counted-values.ts';
import type { PlainRecord } from '#server/core/records/queries.ts';
import { valueWords } from '#server/core/quality/stated-differences.ts';
import { type Finding, finding } from './finding.ts';
import { markedIds, noteChecked, recordsAtLastPass } from './queries.ts';

/** So many records of an object are checked whole every day; of more, every one within this many days. */
const CHECKED_A_DAY = 2000;
const LONGEST_ROUND = 100;

/** Those of some records whose turn it is on a day. */
function dueOn(records: readonly PlainRecord[], today: string, size: number): PlainRecord[] {
  const round = Math.min(LONGEST_ROUND, Math.max(1, Math.ceil(size / CHECKED_A_DAY)));
  const turn = BigInt(Math.floor(Date.parse(today) / DAY_MS) % round);
  return records.filter(({ id }) => BigInt(id) % BigInt(round) === turn);
}

/**
 * Compares roll-ups and look-ups of records that the caller has locked with a fresh count, and puts right what is wrong.
 * What waits to be counted again is not wrong.
 */
export async function wrongCounts(
  trx: Db,
  catalog: Catalog,
  object: CatalogObject,
  records: readonly PlainRecord[],
  stated: StatedByRecord,
  now: Date,
): Promise<Finding[]> {
  if (object.groups.length === 0) return [];
  const today = shanghaiDay(now);
  const due = dueOn(records, today, await recordsAtLastPass(trx, object.apiName));
  if (due.length === 0) return [];
  const differing = await wrongValues(trx, object, due, stated, today);
  // Marks are read last: a record that was written while its parent was counted has left one by then.
  const marked = await markedIds(trx, object.apiName, [...new Set(differing.map(({ id }) => id))]);
  const wrong = differing.filter(({ id }) => !marked.has(id));
  await repairValues(trx, catalog, object, [...new Set(wrong.map(({ id }) => id))], now);
  await noteChecked(trx, object.apiName, due.length, wrong.length);
  const byId = new Map(due.map((record) => [record.id, record]));
  return wrong.flatMap(({ id, field: apiName, kept, counted }) => {
    const [record, field] = [byId.get(id), object.field(apiName)];
    if (!record || !field) return [];
    const words = `原为“${valueWords(field, kept)}”，已更正为“${valueWords(field, counted)}”`;
    return [finding('wrongValue', object, record, field, words)];
  });
}
