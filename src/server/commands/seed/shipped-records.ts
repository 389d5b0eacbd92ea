import type { Database } from '#server/db/database.ts';
import type { IncomingRecord, RecordWriter } from '#server/core/records/record-writer.ts';
import { changedSinceShipped } from './queries.ts';

const SOURCE = 'shipped';

/** Records of one object that ship, with the field that holds what they are found by. */
export interface ShippedRecords {
  readonly object: string;
  readonly rows: readonly IncomingRecord[];
  readonly keyField: string;
}

/**
 * Gives an installation the records that ship and are not there yet, and brings those up to date that are as they were shipped. What staff
 * changed, archived or deleted is theirs and stays as they left it. Gives the ids by key of those that are as they ship.
 */
export async function storeShipped(
  { db }: Pick<Database, 'db'>,
  writer: Pick<RecordWriter, 'writeMany'>,
  now: Date,
  { object, rows, keyField }: ShippedRecords,
): Promise<ReadonlyMap<string, string>> {
  const changed = await changedSinceShipped(db, object, SOURCE, keyField);
  const ours = rows.filter(({ key }) => !changed.has(key));
  const context = { actor: 'system', roles: ['staff'], origin: SOURCE, now };
  const outcomes = await writer.writeMany(object, SOURCE, ours, context);
  const ids = new Map<string, string>();
  for (const [index, outcome] of outcomes.entries()) {
    const { key = '' } = ours[index] ?? {};
    if (outcome.status === 'rejected') throw new Error(`${object} ${key}: ${JSON.stringify(outcome.problems)}`);
    ids.set(key, outcome.id);
  }
  return ids;
}
