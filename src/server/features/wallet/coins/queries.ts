import { sql } from 'kysely';
import type { CoinKind } from '#schemas/api/coins.ts';
import type { Db } from '#server/db/database.ts';

/** One entry of a user’s coins with what it was for. */
export interface EntryRow {
  readonly id: string;
  readonly amount: number;
  readonly kind: CoinKind;
  readonly note: string;
  readonly at: string;
  /** Coins of the user right after it. */
  readonly balance: number;
}

/** Up to `limit` entries of a user, newest first, from behind an id. */
export async function entries(
  db: Db,
  accountId: string,
  after: string | undefined,
  limit: number,
): Promise<EntryRow[]> {
  const rows = await db
    .selectFrom('coin_entry as e')
    .innerJoin('coin_account as a', 'a.id', 'e.coin_account_id')
    .innerJoin('coin_transaction as t', 't.id', 'e.transaction_id')
    .select(['e.id', 'e.amount', 't.kind', 't.note', 't.at'])
    .where('a.account_id', '=', accountId)
    .$if(after !== undefined, (query) => query.where('e.id', '<', after ?? ''))
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute();
  const newest = rows[0];
  if (!newest) return [];
  const { rows: sums } = await sql<{ total: string }>`
    select sum(e.amount)::text as total from coin_entry e join coin_account a on a.id = e.coin_account_id
    where a.account_id = ${accountId} and e.id <= ${newest.id}`.execute(db);
  let balance = Number(sums[0]?.total);
  return rows.map((row) => {
    const line = { ...row, balance };
    balance -= row.amount;
    return line;
  });
}
