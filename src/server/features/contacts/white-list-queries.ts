import type { Db } from '#server/db/database.ts';

export async function isWhiteListed(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('contact_white_list')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Entries by account, newest account first. */
export async function whiteListed(db: Db, after: string | undefined, limit: number) {
  let query = db
    .selectFrom('contact_white_list')
    .innerJoin('account', 'account.id', 'contact_white_list.account_id')
    .leftJoin('account as giver', 'giver.id', 'granted_by')
    .select(['account.id as uid', 'account.name', 'account.roles', 'reason', 'giver.name as granted_by', 'granted_at']);
  if (after !== undefined) query = query.where('account.id', '<', after);
  return query.orderBy('account.id', 'desc').limit(limit).execute();
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

/** An account by its id or its username. */
export async function accountNamed(db: Db, name: string) {
  const isId = /^[1-9]\d{0,17}$/.test(name);
  return db
    .selectFrom('account')
    .select(['id', 'name', 'roles'])
    .where('closed_at', 'is', null)
    .where(isId ? 'id' : 'username', '=', name)
    .executeTakeFirst();
}
