import { sql } from 'kysely';
import type { CodePurpose } from '#schemas/api/passport.ts';
import type { Db } from '#server/db/database.ts';

/** Tries that a code allows, including the right one. */
const MAX_TRIES = 5;
/** Rows cleared away with each new code, at most. */
const SWEEP = 50;

export interface NewCode {
  /** Indexes that the number may have; the first is the one to keep. */
  readonly phoneIndexes: readonly string[];
  readonly purpose: CodePurpose;
  readonly codeHash: string;
  readonly expiresAt: Date;
}

/** Keeps a new code in the place of the older one; some of those that are over are cleared away. */
export async function putCode(trx: Db, code: NewCode, now: Date): Promise<void> {
  const [phoneIndex, ...others] = code.phoneIndexes;
  await sql`
    with swept as (
      delete from sms_code where (phone_index, purpose) in (
        select phone_index, purpose from sms_code
          where expires_at <= ${now} and phone_index <> ${phoneIndex}
          order by expires_at limit ${SWEEP} for update skip locked)
    ), replaced as (
      delete from sms_code where phone_index = any(${others}::text[]) and purpose = ${code.purpose}
    )
    insert into sms_code (phone_index, purpose, code_hash, expires_at)
      values (${phoneIndex}, ${code.purpose}, ${code.codeHash}, ${code.expiresAt})
    on conflict (phone_index, purpose) do update
      set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0, used_at = null`.execute(trx);
}

/**
 * One try at a code; true when it is right, and then the code is used up. One statement: of tries that come at once each is
 * counted, and of right ones only the first is good.
 */
export async function tryCode(
  db: Db,
  {
    phoneIndexes,
    purpose,
    codeHashes,
  }: Pick<NewCode, 'phoneIndexes' | 'purpose'> & { readonly codeHashes: readonly string[] },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ right: boolean }>`
    update sms_code
      set tries = tries + 1, used_at = case when code_hash = any(${codeHashes}::text[]) then ${now}::timestamptz end
      where phone_index = any(${phoneIndexes}::text[]) and purpose = ${purpose}
        and used_at is null and tries < ${MAX_TRIES} and expires_at > ${now}
      returning used_at is not null as right`.execute(db);
  return rows[0]?.right === true;
}

/** Is there an account that is not closed with this number? */
export async function hasAccount(db: Db, phoneIndexes: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('phone_index', 'in', phoneIndexes)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** An account's number, sealed; null when it has none. */
export async function phoneOf(db: Db, accountId: string): Promise<string | null> {
  const row = await db.selectFrom('account').select('phone_sealed').where('id', '=', accountId).executeTakeFirst();
  return row?.phone_sealed ?? null;
}
