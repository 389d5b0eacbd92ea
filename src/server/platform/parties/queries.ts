import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { openPageOf } from './page-queries.ts';

/** An account that can be contacted: neither closed nor frozen. */
export interface PartyRow {
  readonly id: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly intro: string;
  readonly roles: string[];
  readonly phone_sealed: string | null;
  /** The account once more, where it has a page that is open to members. */
  readonly page: string | null;
}

const openAccounts = (db: Db) =>
  db
    .selectFrom('account')
    .select(['account.id', 'account.name', 'avatar', 'intro', 'roles', 'phone_sealed'])
    .select(openPageOf(sql`account.id`).as('page'))
    .where('closed_at', 'is', null)
    .where('frozen_at', 'is', null);

/** The account that speaks for a company: the first of its owners, else the first of its members. */
export async function contactOfCompany(db: Db, companyId: string): Promise<string | undefined> {
  const member = await openAccounts(db)
    .innerJoin('company_member', 'company_member.account_id', 'account.id')
    .where('company_id', '=', companyId)
    .orderBy('role', 'desc')
    .orderBy('since')
    .orderBy('account.id')
    .executeTakeFirst();
  return member?.id;
}

/** The account that staff named as the contact of a record: the first of them. */
export async function namedContact(db: Db, objectApiName: string, recordId: string): Promise<string | undefined> {
  const named = await openAccounts(db)
    .innerJoin('record_party', 'record_party.account_id', 'account.id')
    .where('object_api_name', '=', objectApiName)
    .where('record_id', '=', recordId)
    .orderBy('linked_at')
    .orderBy('account.id')
    .executeTakeFirst();
  return named?.id;
}

/** An account to which a record leads; undefined for any other, whether it exists or not. */
export async function partyById(db: Db, accountId: string): Promise<PartyRow | undefined> {
  return openAccounts(db)
    .where('account.id', '=', accountId)
    .where((where) =>
      where.or([
        where.exists(where.selectFrom('company_member').select('company_id').whereRef('account_id', '=', 'account.id')),
        where.exists(where.selectFrom('record_party').select('record_id').whereRef('account_id', '=', 'account.id')),
      ]),
    )
    .executeTakeFirst();
}

/** An account that is neither closed nor frozen. */
export const openAccountById = (db: Db, accountId: string): Promise<PartyRow | undefined> =>
  openAccounts(db).where('account.id', '=', accountId).executeTakeFirst();

/** Companies that an account speaks for. */
export async function companiesOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('company_member')
    .select('company_id')
    .where('account_id', '=', accountId)
    .orderBy('since')
    .execute();
  return rows.map((row) => row.company_id);
}

/** Accounts that speak for a company. */
export async function companyMembers(db: Db, companyId: string): Promise<string[]> {
  const rows = await db.selectFrom('company_member').select('account_id').where('company_id', '=', companyId).execute();
  return rows.map((row) => row.account_id);
}

export async function isCompanyMember(db: Db, companyId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('company_member')
    .select('account_id')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** False when they were linked already. */
export async function linkParty(
  trx: Db,
  party: { objectApiName: string; recordId: string; accountId: string },
  now: Date,
): Promise<boolean> {
  const row = await trx
    .insertInto('record_party')
    .values({
      object_api_name: party.objectApiName,
      record_id: party.recordId,
      account_id: party.accountId,
      linked_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False when they were not linked. */
export async function unlinkParty(
  trx: Db,
  party: { objectApiName: string; recordId: string; accountId: string },
): Promise<boolean> {
  const row = await trx
    .deleteFrom('record_party')
    .where('object_api_name', '=', party.objectApiName)
    .where('record_id', '=', party.recordId)
    .where('account_id', '=', party.accountId)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Names of records by id. */
export async function recordNames(
  db: Db,
  table: string,
  nameField: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string | null }>`
    select id, ${sql.ref(nameField)} as name from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.name ?? '']));
}
