import { type Insertable, type Selectable, sql } from 'kysely';
import type { PipelineCause } from '#schemas/api/pipeline.ts';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

export type ContactRow = Selectable<Tables['deal_contact']>;
export type ContactChange = Partial<Omit<ContactRow, 'id' | 'side' | 'client_key' | 'created_at' | 'version'>>;
type MoveRow = Selectable<Tables['deal_contact_event']>;

/** False where the key was used before. */
export async function insertContact(trx: Db, contact: Insertable<Tables['deal_contact']>): Promise<boolean> {
  const row = await trx
    .insertInto('deal_contact')
    .values(contact)
    .onConflict((conflict) => conflict.column('client_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasKey(trx: Db, clientKey: string): Promise<boolean> {
  const row = await trx.selectFrom('deal_contact').select('id').where('client_key', '=', clientKey).executeTakeFirst();
  return row !== undefined;
}

/** Is there an entry of the same side about the same? `who` is the account of an investor's list. */
export async function isFollowed(
  trx: Db,
  contact: Pick<ContactRow, 'side' | 'company_id' | 'project_id' | 'institution_id' | 'title' | 'account_id'>,
): Promise<boolean> {
  const { side, company_id, project_id, institution_id, title, account_id } = contact;
  const { rows } = await sql<{ id: string }>`
    select id from deal_contact where side = ${side}
      and company_id is not distinct from ${company_id}::bigint
      and project_id is not distinct from ${project_id}::bigint
      and institution_id is not distinct from ${institution_id}::bigint
      and (${institution_id}::bigint is not null or side = 'investor' or title = ${title})
      and (side = 'company' or account_id = ${account_id}::bigint) limit 1`.execute(trx);
  return rows.length > 0;
}

/** How many entries are on the list of a company, or of an investor. */
export async function countContacts(
  trx: Db,
  { side, company_id, account_id }: Pick<ContactRow, 'side' | 'company_id' | 'account_id'>,
): Promise<number> {
  const row = await trx
    .selectFrom('deal_contact')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('side', '=', side)
    .where(side === 'company' ? 'company_id' : 'account_id', '=', side === 'company' ? company_id : account_id)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Lets those who speak for a company add to its list one after the other. */
export async function lockMembers(trx: Db, companyId: string): Promise<void> {
  await trx
    .selectFrom('company_member')
    .select('account_id')
    .where('company_id', '=', companyId)
    .orderBy('account_id')
    .forNoKeyUpdate()
    .execute();
}

const shown = (db: Db) =>
  db
    .selectFrom('deal_contact')
    .selectAll()
    .select([sql<string | null>`next_on::text`.as('next_on'), sql<string | null>`reminded_on::text`.as('reminded_on')]);

/** An entry, locked until the transaction ends. */
export const lockContact = (trx: Db, id: string): Promise<ContactRow | undefined> =>
  shown(trx).where('id', '=', id).forUpdate().executeTakeFirst();

export async function changeContact(trx: Db, id: string, change: ContactChange, at: Date): Promise<void> {
  await trx
    .updateTable('deal_contact')
    .set({ ...change, updated_at: at, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function deleteContact(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('deal_contact').where('id', '=', id).execute();
}

export async function insertMove(trx: Db, move: Omit<MoveRow, 'id' | 'at'> & { at: Date }): Promise<void> {
  await trx.insertInto('deal_contact_event').values(move).execute();
}

export const lastMove = (trx: Db, contactId: string): Promise<MoveRow | undefined> =>
  trx
    .selectFrom('deal_contact_event')
    .selectAll()
    .where('contact_id', '=', contactId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Entries whose next step is due on this day or was before, and was not reminded of. */
export async function dueContacts(db: Db, today: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from deal_contact where next_on is distinct from reminded_on and next_on <= ${today}::date
      and state not in ('invested', 'declined') order by next_on, id`.execute(db);
  return rows.map(({ id }) => id);
}

/** An entry that is still to be reminded of, locked; undefined where another process has it or it has changed. */
export const takeDue = (trx: Db, id: string, today: string): Promise<ContactRow | undefined> =>
  shown(trx)
    .where('id', '=', id)
    .where(sql<boolean>`next_on is distinct from reminded_on and next_on <= ${today}::date`)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** Notes that the next step of an entry was reminded of; the entry stays as its users read it. */
export async function markReminded(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('deal_contact')
    .set({ reminded_on: sql`next_on` })
    .where('id', '=', id)
    .execute();
}

/** What happened on the platform after an entry was last moved, and moves it on. */
export interface Fact {
  readonly id: string;
  readonly cause: Extract<PipelineCause, 'plan' | 'answer'>;
}

/**
 * Facts that move entries of companies: a certified investor of the institution was given the plan, or wrote to someone who
 * speaks for the company. A move by hand that is later than the fact stays.
 */
export async function factsOf(db: Db): Promise<Fact[]> {
  const investors = sql`investor_link c where c.institution_id = d.institution_id`;
  const { rows } = await sql<Fact>`
    select d.id, case when p.is_given then 'plan' else 'answer' end as cause
    from deal_contact d
      cross join lateral (select d.state in ('todo', 'contacted') and exists (
        select from chat_delivery g where g.company_id = d.company_id and g.delivered_at > d.moved_at
          and exists (select from ${investors} and c.account_id = g.to_id)) as is_given) p
      cross join lateral (select d.state = 'todo' and exists (
        select from company_member m
          join chat_conversation t on m.account_id in (t.user_a, t.user_b)
          join chat_message w on w.conversation_id = t.id and w.sender_id <> m.account_id and w.created_at > d.moved_at
        where m.company_id = d.company_id
          and exists (select from ${investors} and c.account_id = w.sender_id)) as is_answered) q
    where d.side = 'company' and d.institution_id is not null and d.state in ('todo', 'contacted')
      and (p.is_given or q.is_answered)
    order by d.id`.execute(db);
  return rows;
}

/** Entries that an account sees to or keeps, newest first. */
export const contactsOf = (db: Db, accountId: string): Promise<ContactRow[]> =>
  shown(db).where('account_id', '=', accountId).orderBy('id', 'desc').execute();

/** Takes the list of an investor away. */
export async function deleteDeals(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('deal_contact').where('account_id', '=', accountId).where('side', '=', 'investor').execute();
}
