import type { Db } from '#server/db/database.ts';

export async function isWhiteListed(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('contact_white_list')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** False when the account is on the list already. */
export async function enlist(
  trx: Db,
  entry: { accountId: string; reason: string; by: string | null },
  now: Date,
): Promise<boolean> {
  const row = await trx
    .insertInto('contact_white_list')
    .values({ account_id: entry.accountId, reason: entry.reason, granted_by: entry.by, granted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False when the account was not on the list. */
export async function delist(trx: Db, accountId: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('contact_white_list')
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** An account that is not closed. */
export const openAccount = (db: Db, id: string) =>
  db
    .selectFrom('account')
    .select(['id', 'name', 'roles'])
    .where('closed_at', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst();
