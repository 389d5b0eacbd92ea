import { sql } from 'kysely';
import type { CodePurpose } from '#schemas/api/passport.ts';
import type { Db } from '#server/db/database.ts';

/** Tries that a code allows, including the right one. */
const MAX_TRIES = 5;
/** Rows cleared away with each new code, at most. */
const SWEEP = 50;

export interface NewCode {
  readonly phoneIndex: string;
  readonly purpose: CodePurpose;
  readonly codeHash: string;
  readonly expiresAt: Date;
}

/** Keeps a new code in the place of the older one; some of those that are over are cleared away. */
export async function putCode(trx: Db, code: NewCode, now: Date): Promise<void> {
  await sql`
    with swept as (
      delete from sms_code where (phone_index, purpose) in (
        select phone_index, purpose from sms_code
          where expires_at <= ${now} and phone_index <> ${code.phoneIndex}
          order by expires_at limit ${SWEEP} for update skip locked)
    )
    insert into sms_code (phone_index, purpose, code_hash, expires_at)
      values (${code.phoneIndex}, ${code.purpose}, ${code.codeHash}, ${code.expiresAt})
    on conflict (phone_index, purpose) do update
      set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0, used_at = null`.execute(trx);
}

/**
 * One try at a code; true when it is right, and then the code is used up. One statement: of tries that come at once each is
 * counted, and of right ones only the first is good.
 */
export async function tryCode(
  db: Db,
  { phoneIndex, purpose, codeHash }: Omit<NewCode, 'expiresAt'>,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ right: boolean }>`
    update sms_code
      set tries = tries + 1, used_at = case when code_hash = ${codeHash} then ${now}::timestamptz end
      where phone_index = ${phoneIndex} and purpose = ${purpose}
        and used_at is null and tries < ${MAX_TRIES} and expires_at > ${now}
      returning used_at is not null as right`.execute(db);
  return rows[0]?.right === true;
}

/** Is there an account that is not closed with this number? */
export async function hasAccount(db: Db, phoneIndex: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('phone_index', '=', phoneIndex)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The index of an account's number; null when it has none. */
export async function phoneIndexOf(db: Db, accountId: string): Promise<string | null> {
  const row = await db.selectFrom('account').select('phone_index').where('id', '=', accountId).executeTakeFirst();
  return row?.phone_index ?? null;
}
