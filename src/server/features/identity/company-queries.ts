import { CASE_STATES } from '#schemas/generated/api/identity.ts';
import { isOpenCase } from '#shared/policy/identity.ts';
import type { Db } from '#server/db/database.ts';

/** Makes a certified user an owner of a company, also one who was invited before; a second time changes nothing. */
export async function addMember(
  trx: Db,
  member: { companyId: string; accountId: string; position: string; caseId: string },
  since: Date,
): Promise<void> {
  const { companyId, accountId, position, caseId } = member;
  await trx
    .insertInto('company_member')
    .values({ company_id: companyId, account_id: accountId, position, since, case_id: caseId })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'account_id']).doUpdateSet({ position, case_id: caseId, role: 'owner' }),
    )
    .execute();
}

/** Ends the membership that a submission gave. */
export async function endMembership(trx: Db, caseId: string): Promise<void> {
  await trx.deleteFrom('company_member').where('case_id', '=', caseId).execute();
}

/** The companies that an account speaks for, the longest membership first. */
export async function membershipsOf(db: Db, accountId: string) {
  return db
    .selectFrom('company_member')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('since')
    .orderBy('company_id')
    .execute();
}

/** Who speaks for a company. */
export async function membersOf(db: Db, companyId: string): Promise<string[]> {
  const rows = await db.selectFrom('company_member').select('account_id').where('company_id', '=', companyId).execute();
  return rows.map((row) => row.account_id);
}

/** Who speaks for each of some companies. */
export async function membersOfMany(db: Db, companyIds: readonly string[]) {
  return db
    .selectFrom('company_member')
    .select(['company_id', 'account_id'])
    .where('company_id', 'in', [...companyIds])
    .execute();
}

/** Companies that an account claims and has not been answered about. */
export async function claimedCompanies(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('identity_case')
    .select('company_id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'claim')
    .where('state', 'in', CASE_STATES.filter(isOpenCase))
    .execute();
  return rows.flatMap(({ company_id: id }) => id ?? []);
}

/** Whom the platform certified for a company; the other members were invited. */
export async function certifiedFor(db: Db, companyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('company_member')
    .select('account_id')
    .where('company_id', '=', companyId)
    .where('case_id', 'is not', null)
    .execute();
  return rows.map((row) => row.account_id);
}

/** What an account shows of itself; undefined when it is closed or there is none. */
export async function openAccount(db: Db, id: string) {
  return db
    .selectFrom('account')
    .select(['id', 'name', 'avatar', 'intro', 'roles', 'created_at'])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** Takes everything personal off what an account handed in, and out of the companies that it spoke for. */
export async function forgetTraces(trx: Db, accountId: string, title: string): Promise<void> {
  await trx
    .updateTable('identity_case')
    .set({ title, email_index: null, email_sealed: null })
    .where('account_id', '=', accountId)
    .execute();
  for (const table of ['company_member', 'identity_draft', 'identity_mail', 'investor_link'] as const)
    await trx.deleteFrom(table).where('account_id', '=', accountId).execute();
}
