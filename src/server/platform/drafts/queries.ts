import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** The company of forms that are about none. */
export const NO_COMPANY = '0';

/** Which half-filled form is meant: one of each form for each account and company. */
export interface DraftPlace {
  readonly accountId: string;
  readonly objectApiName: string;
  readonly companyId: string;
}

/** Lets one change of the drafts of an account begin at a time. */
export async function lockDrafts(trx: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`drafts:${accountId}`}, 0))`.execute(trx);
}

export async function draftOf(db: Db, { accountId, objectApiName, companyId }: DraftPlace) {
  return db
    .selectFrom('identity_draft')
    .select(['sealed', 'saved_at'])
    .where('account_id', '=', accountId)
    .where('object_api_name', '=', objectApiName)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
}

/** `title` is what lists call it, as it was typed; empty for a form that has none yet. */
export async function keepDraft(
  db: Db,
  { accountId, objectApiName, companyId }: DraftPlace,
  { sealed, title }: { readonly sealed: string; readonly title: string },
  at: Date,
): Promise<void> {
  const kept = { sealed, title, saved_at: at.toISOString() };
  await db
    .insertInto('identity_draft')
    .values({ account_id: accountId, object_api_name: objectApiName, company_id: companyId, ...kept })
    .onConflict((conflict) => conflict.columns(['account_id', 'object_api_name', 'company_id']).doUpdateSet(kept))
    .execute();
}

export async function dropDraft(db: Db, { accountId, objectApiName, companyId }: DraftPlace): Promise<void> {
  await db
    .deleteFrom('identity_draft')
    .where('account_id', '=', accountId)
    .where('object_api_name', '=', objectApiName)
    .where('company_id', '=', companyId)
    .execute();
}
