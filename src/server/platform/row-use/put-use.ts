import type { Db } from '#server/db/database.ts';
import { type CountedUse, storeUse, storeVisitorUse, sum } from './queries.ts';
import { keyOf, type Reader } from './readers.ts';

/** What a process counted for a reader since it last said so. */
export interface ReadUse extends Omit<CountedUse, 'account'> {
  readonly reader: Reader;
}

/** What all processes together counted for a reader on a day. */
interface StoredSum {
  readonly rows: number;
  readonly pacedUntil: string | null;
}

/**
 * Adds what was counted to what other processes counted, all of it or nothing; gives the sums by `${keyOf(reader)} ${day}`. A
 * reader whose account is closed or gone has none.
 */
export function putUse(
  db: Db,
  counted: readonly ReadUse[],
  at: Date,
  longestMs: number,
): Promise<ReadonlyMap<string, StoredSum>> {
  const accounts: CountedUse[] = [];
  const visitors: { network: string; day: string; rows: number }[] = [];
  for (const { reader, ...use } of counted) {
    if (reader.account === null) visitors.push({ network: reader.network, day: use.day, rows: sum(use) });
    else accounts.push({ account: reader.account, ...use });
  }
  return db.transaction().execute(async (trx) => {
    const sums = new Map<string, StoredSum>();
    const ofAccounts = accounts.length > 0 ? await storeUse(trx, accounts, at, longestMs) : [];
    for (const { account, day, rows, pacedUntil } of ofAccounts)
      sums.set(`${keyOf({ account })} ${day}`, { rows, pacedUntil });
    const ofVisitors = visitors.length > 0 ? await storeVisitorUse(trx, visitors) : [];
    for (const { network, day, rows } of ofVisitors)
      sums.set(`${keyOf({ account: null, network })} ${day}`, { rows, pacedUntil: null });
    return sums;
  });
}
