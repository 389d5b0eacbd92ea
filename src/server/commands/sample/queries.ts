import { SVIP } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import type { SampleAccount } from './sample-accounts.ts';

export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** True when the sample accounts are there to sign in with. */
export async function hasAccount(db: Db, username: string): Promise<boolean> {
  return (
    (await db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirst()) !== undefined
  );
}

export async function insertAccounts(
  db: Db,
  accounts: readonly SampleAccount[],
  passwordHash: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('account')
    .values(
      accounts.map(({ username, name, phone, roles, isSvip, isStaff }) => ({
        username,
        name,
        phone,
        password_hash: passwordHash,
        roles: [...roles, ...(isStaff ? ['staff'] : [])],
        vip_type: isSvip ? SVIP : 0,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('username').doNothing())
    .execute();
}
