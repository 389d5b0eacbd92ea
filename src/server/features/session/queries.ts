import type { Db } from '#server/db/database.ts';

export interface AccountRow {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly password_hash: string;
  readonly roles: string[];
  readonly vip_type: number;
}

const COLUMNS = ['account.id', 'username', 'name', 'password_hash', 'roles', 'vip_type'] as const;

/** An account by its username or its phone number. */
export async function accountByLogin(db: Db, login: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('account')
    .select(COLUMNS)
    .where((where) => where.or([where('username', '=', login), where('phone', '=', login)]))
    .executeTakeFirst();
}

/** The account of a session that has not run out. */
export async function accountBySession(db: Db, tokenHash: string, now: Date): Promise<AccountRow | undefined> {
  return db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(COLUMNS)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
}

export async function insertSession(
  db: Db,
  tokenHash: string,
  accountId: string,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db
    .insertInto('session')
    .values({ token_hash: tokenHash, account_id: accountId, created_at: now, expires_at: expiresAt })
    .execute();
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
}
