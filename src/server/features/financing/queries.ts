import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

export type FinancingRow = Selectable<Tables['financing_case']>;

/** What may change of a request; every change makes a new version. */
export type FinancingChange = Partial<
  Omit<FinancingRow, 'id' | 'record_id' | 'account_id' | 'created_at' | 'version' | 'deal'>
> & { readonly deal?: string | null };

interface NewRequest {
  readonly recordId: string;
  readonly companyId: string;
  readonly accountId: string;
  readonly title: string;
  readonly deadline: string | null;
}

/** Begins a request; one that is there already, because its form was sent twice, stays as it is. */
export async function insertRequest(trx: Db, request: NewRequest, at: Date): Promise<void> {
  await trx
    .insertInto('financing_case')
    .values({
      record_id: request.recordId,
      company_id: request.companyId,
      account_id: request.accountId,
      title: request.title,
      deadline_on: request.deadline,
      created_at: at,
      submitted_at: at,
    })
    .onConflict((conflict) => conflict.column('record_id').doNothing())
    .execute();
}

const shown = (db: Db) =>
  db
    .selectFrom('financing_case')
    .selectAll()
    .select(sql<string | null>`deadline_on::text`.as('deadline_on'));

/** The request of a record, locked until the transaction ends. */
export const lockByRecord = (trx: Db, recordId: string): Promise<FinancingRow | undefined> =>
  shown(trx).where('record_id', '=', recordId).forUpdate().executeTakeFirst();

export const requestById = (db: Db, id: string): Promise<FinancingRow | undefined> =>
  shown(db).where('id', '=', id).executeTakeFirst();

/** A request, locked until the transaction ends. */
export const lockRequest = (trx: Db, id: string): Promise<FinancingRow | undefined> =>
  shown(trx).where('id', '=', id).forUpdate().executeTakeFirst();

export async function changeRequest(trx: Db, id: string, change: FinancingChange): Promise<void> {
  await trx
    .updateTable('financing_case')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** What a company asks for at this moment, the newest first: neither concluded nor closed. */
export const openOf = (db: Db, companyId: string): Promise<FinancingRow | undefined> =>
  shown(db)
    .where('company_id', '=', companyId)
    .where('state', 'not in', ['done', 'closed'])
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** Another request that raises by the same project. */
export async function projectTaken(db: Db, projectId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('financing_case')
    .select('id')
    .where('project_id', '=', projectId)
    .where('state', 'in', ['raising', 'paused'])
    .where('id', '<>', id)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Investors who looked at a company or at its project, by id: those whose visits its members may learn of at all, since what
 * a private visitor looked at is used for nothing else.
 */
export async function viewersOf(db: Db, companyId: string, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select investor_id as id from project_interest where ccids @> array[${companyId}::bigint]
      and not exists (select from company_member m where m.company_id = ${companyId}::bigint and m.account_id = investor_id)
    union
    select v.account_id from record_visit v
      where v.company_id = ${companyId}::bigint and v.project_id in (0, ${projectId}::bigint) and exists (
        select from visitor_mask w where w.company_id = v.company_id and w.account_id = v.account_id)
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Requests that raise, whose deadline is this day or before, by id; those with the earliest deadline first. */
export async function dueRequests(db: Db, until: string): Promise<{ id: string; deadline: string }[]> {
  const { rows } = await sql<{ id: string; deadline: string }>`
    select id, deadline_on::text as deadline from financing_case
    where state = 'raising' and deadline_on <= ${until}::date order by deadline_on, id`.execute(db);
  return rows;
}

/** A request that still raises and has this deadline, locked; undefined where another process has it or it has changed. */
export const takeDue = (trx: Db, id: string, deadline: string): Promise<FinancingRow | undefined> =>
  shown(trx)
    .where('id', '=', id)
    .where('state', '=', 'raising')
    .where('deadline_on', '=', deadline)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** Requests of an account, or of a company, that have not ended, locked. */
export const lockOpenOf = (trx: Db, column: 'account_id' | 'company_id', id: string): Promise<FinancingRow[]> =>
  shown(trx).where(column, '=', id).where('state', 'not in', ['done', 'closed']).orderBy('id').forUpdate().execute();

/** What a person asked for, newest first. */
export const requestsOf = (db: Db, accountId: string): Promise<FinancingRow[]> =>
  shown(db).where('account_id', '=', accountId).orderBy('id', 'desc').execute();
