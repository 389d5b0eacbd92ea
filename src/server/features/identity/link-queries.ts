import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { IdentityTables } from '#server/db/tables/identity.ts';

export type LinkRow = Selectable<IdentityTables['investor_link']>;

/** The link of an account whose row the transaction holds. */
export const linkOf = (trx: Db, accountId: string): Promise<LinkRow | undefined> =>
  trx.selectFrom('investor_link').selectAll().where('account_id', '=', accountId).executeTakeFirst();

/** The account that a record of an investor belongs to; until the transaction ends no other account is given it. */
export async function holderOf(trx: Db, investorId: string): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`investor_link:${investorId}`}, 0))`.execute(trx);
  const row = await trx
    .selectFrom('investor_link')
    .select('account_id')
    .where('investor_id', '=', investorId)
    .executeTakeFirst();
  return row?.account_id;
}

export async function keepLink(
  trx: Db,
  link: { accountId: string; institutionId: string | null; investorId: string | null; by: string | null },
  now: Date,
): Promise<void> {
  const set = {
    institution_id: link.institutionId,
    investor_id: link.investorId,
    linked_by: link.by,
    linked_at: now,
  };
  await trx
    .insertInto('investor_link')
    .values({ account_id: link.accountId, ...set })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ ...set, version: sql`investor_link.version + 1` }),
    )
    .execute();
}

/** Gives the link that was there. */
export const dropLink = (trx: Db, accountId: string): Promise<LinkRow | undefined> =>
  trx.deleteFrom('investor_link').where('account_id', '=', accountId).returningAll().executeTakeFirst();
