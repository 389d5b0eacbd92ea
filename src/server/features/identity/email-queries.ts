import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { CaseRow } from './queries.ts';

/** Writes down a link that is about to be sent; earlier ones of the same submission end, and its term begins again. */
export async function insertMail(
  trx: Db,
  { hash, row, index }: { hash: string; row: CaseRow; index: string },
  at: Date,
  due: Date,
): Promise<void> {
  await trx
    .updateTable('identity_mail')
    .set({ expires_at: at.toISOString() })
    .where('case_id', '=', row.id)
    .where('expires_at', '>', at.toISOString())
    .execute();
  await trx
    .insertInto('identity_mail')
    .values({
      token_hash: hash,
      case_id: row.id,
      account_id: row.account_id,
      email_index: index,
      sent_at: at,
      expires_at: due,
      used_at: null,
    })
    .execute();
  await trx.updateTable('identity_case').set({ email_due_at: due.toISOString() }).where('id', '=', row.id).execute();
}

/** How many mails an account has sent, and an address has been sent, since an instant. */
export async function mailsSince(
  trx: Db,
  accountId: string,
  indexes: readonly string[],
  since: Date,
): Promise<{ ofAccount: number; toAddress: number }> {
  const row = await trx
    .selectFrom('identity_mail')
    .select([
      sql<number>`(count(*) filter (where account_id = ${accountId}))::int`.as('of_account'),
      sql<number>`(count(*) filter (where email_index = any(${indexes}::text[])))::int`.as('to_address'),
    ])
    .where('sent_at', '>', since.toISOString())
    .where((where) => where.or([where('account_id', '=', accountId), where('email_index', 'in', indexes)]))
    .executeTakeFirstOrThrow();
  return { ofAccount: row.of_account, toAddress: row.to_address };
}

/** Which submission a link belongs to. */
export async function caseOfMail(trx: Db, hash: string) {
  return trx
    .selectFrom('identity_mail')
    .select(['case_id', 'account_id', 'email_index'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

/** Uses a link up; false when it was used before or its term is over. */
export async function takeMail(trx: Db, hash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('identity_mail')
    .set({ used_at: now.toISOString() })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Makes a proved address the one of its account, unless it is another account's. */
export async function setAccountEmail(
  trx: Db,
  account: {
    readonly id: string;
    readonly index: string;
    /** All that the address may have been kept under. */
    readonly indexes: readonly string[];
    readonly sealed: string;
  },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('account')
    .set({ email_index: account.index, email_sealed: account.sealed, email_verified_at: now.toISOString() })
    .where('id', '=', account.id)
    .where((where) =>
      where.not(
        where.exists(
          trx
            .selectFrom('account as other')
            .select('other.id')
            .where('other.email_index', 'in', account.indexes)
            .where('other.id', '<>', account.id),
        ),
      ),
    )
    .execute();
}
