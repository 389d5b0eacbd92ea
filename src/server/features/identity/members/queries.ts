import { type Insertable, type Selectable, sql } from 'kysely';
import type { InvitationState, MemberRole } from '#schemas/api/company-members.ts';
import type { Db } from '#server/db/database.ts';
import type { IdentityTables } from '#server/db/tables/identity.ts';

export type MemberRow = Selectable<IdentityTables['company_member']>;
export type InvitationRow = Selectable<IdentityTables['company_invitation']>;

/** Keeps the roles of accounts as they are until the transaction ends. They are locked before a company is. */
export async function lockAccounts(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .selectFrom('account')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Lets one change of the members of a company begin at a time; accounts are locked before it. */
export async function lockCompany(trx: Db, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`company-members:${companyId}`}, 0))`.execute(trx);
}

/** The members of a company, the longest membership first. */
export const membersOfCompany = (db: Db, companyId: string): Promise<MemberRow[]> =>
  db
    .selectFrom('company_member')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('since')
    .orderBy('id')
    .execute();

export const memberById = (db: Db, id: string): Promise<MemberRow | undefined> =>
  db.selectFrom('company_member').selectAll().where('id', '=', id).executeTakeFirst();

/** Companies that an account owns. */
export async function ownedBy(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('company_member')
    .select('company_id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .orderBy('company_id')
    .execute();
  return rows.map((row) => row.company_id);
}

export async function setRole(trx: Db, id: string, role: MemberRole): Promise<void> {
  await trx
    .updateTable('company_member')
    .set({ role, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function deleteMembers(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await trx
      .deleteFrom('company_member')
      .where('id', 'in', [...ids])
      .execute();
}

/** Makes a user who was invited a member. */
export async function insertEditor(trx: Db, row: InvitationRow, accountId: string, since: Date): Promise<void> {
  const member = { company_id: row.company_id, account_id: accountId, position: row.position, since };
  await trx
    .insertInto('company_member')
    .values({ ...member, role: 'editor', case_id: null })
    .onConflict((conflict) => conflict.columns(['company_id', 'account_id']).doNothing())
    .execute();
}

/** What an account is called, and what it is; undefined for one that is closed or frozen. */
export const openAccount = (db: Db, id: string) => openAccounts(db).where('id', '=', id).executeTakeFirst();

const openAccounts = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'name', 'roles'])
    .where('closed_at', 'is', null)
    .where('frozen_at', 'is', null);

/** Accounts that have proved a work address, by the keyed hashes that it may have. */
const accountsProving = (db: Db, emailIndexes: readonly string[]) =>
  db
    .selectFrom('identity_case')
    .select('account_id')
    .where('email_index', 'in', emailIndexes)
    .where('email_verified_at', 'is not', null);

/** The account with this number, proved mail address or user name, each by its column. */
export async function accountBy(
  db: Db,
  column: 'phone_index' | 'email_index' | 'username',
  values: readonly string[],
): Promise<string | null> {
  const row = await openAccounts(db)
    .where((where) =>
      column === 'email_index'
        ? where.or([where(column, 'in', values), where('id', 'in', accountsProving(db, values))])
        : where(column, 'in', values),
    )
    .orderBy('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function hasInvitationKey(db: Db, clientKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('company_invitation')
    .select('id')
    .where('client_key', '=', clientKey)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertInvitation(
  trx: Db,
  invitation: Insertable<IdentityTables['company_invitation']>,
): Promise<InvitationRow> {
  return trx.insertInto('company_invitation').values(invitation).returningAll().executeTakeFirstOrThrow();
}

export const invitationById = (db: Db, id: string): Promise<InvitationRow | undefined> =>
  db.selectFrom('company_invitation').selectAll().where('id', '=', id).executeTakeFirst();

/** Invitations of a company since an instant. */
export async function countInvitations(db: Db, companyId: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('company_invitation')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('company_id', '=', companyId)
    .where('created_at', '>', since.toISOString())
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Is this text, or this account, invited by a company and has not answered? */
export async function isInvited(db: Db, companyId: string, label: string, accountId: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('company_invitation')
    .select('id')
    .where('company_id', '=', companyId)
    .where('state', '=', 'waiting')
    .where((where) =>
      where.or([where('label', '=', label), ...(accountId === null ? [] : [where('account_id', '=', accountId)])]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** An invitation that is over waits for no number or address. */
const FORGOTTEN = { phone_index: null, email_index: null } as const;

export async function decideInvitation(trx: Db, id: string, state: InvitationState, at: Date): Promise<void> {
  await trx
    .updateTable('company_invitation')
    .set({ state, decided_at: at.toISOString(), version: sql`version + 1`, ...FORGOTTEN })
    .where('id', '=', id)
    .execute();
}

/** Ends the invitations whose term is over, of one company or of all. Rows that another process ends are skipped. */
export async function expireInvitations(db: Db, now: Date, companyId?: string): Promise<void> {
  const due = db
    .selectFrom('company_invitation')
    .select('id')
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now.toISOString())
    .$if(companyId !== undefined, (query) => query.where('company_id', '=', companyId ?? ''))
    .orderBy('id')
    .forUpdate()
    .skipLocked();
  await db
    .updateTable('company_invitation')
    .set({ state: 'expired', version: sql`version + 1`, ...FORGOTTEN })
    .where('id', 'in', due)
    .execute();
}

/** Ends what waits of a company that has no members any more. */
export async function revokeInvitations(trx: Db, companyId: string, at: Date): Promise<void> {
  await trx
    .updateTable('company_invitation')
    .set({ state: 'revoked', decided_at: at.toISOString(), version: sql`version + 1`, ...FORGOTTEN })
    .where('company_id', '=', companyId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Takes an account out of invitations: those that it got, and its name on those that it sent. */
export async function forgetInvitations(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('company_invitation').where('account_id', '=', accountId).execute();
  await trx.updateTable('company_invitation').set({ invited_by: null }).where('invited_by', '=', accountId).execute();
}

/** Invitations that an account got, newest first. */
export const invitationsOf = (db: Db, accountId: string): Promise<InvitationRow[]> =>
  db.selectFrom('company_invitation').selectAll().where('account_id', '=', accountId).orderBy('id', 'desc').execute();
