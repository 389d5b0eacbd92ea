import { sql } from 'kysely';
import { BINDINGS } from '#schemas/bindings.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { quote } from '#generators/storage.ts';
import { boundTable } from '#server/core/bindings/bound-queries.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { recordColumns } from '#server/core/lists/record-columns.ts';
import type { Db } from '#server/db/database.ts';
import type { ReadQueries } from '#server/db/read-queries.ts';

/** A record with the values that matching looks at, and the day that it was first seen. */
export interface Kept {
  readonly id: string;
  readonly seen: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Records read at a time, so that others are answered meanwhile. */
const SLICE = 5000;

/** All records of a table in the order of their ids, or those of some ids. */
export async function keptRecords(
  queries: ReadQueries,
  table: string,
  fields: readonly FieldDefinition[],
  ids?: readonly string[],
): Promise<Kept[]> {
  const columns = recordColumns(fields);
  const wanted = ['id::text', `("createdAt" at time zone 'Asia/Shanghai')::date::text`, ...columns.names.map(quote)];
  const only = ids === undefined ? '' : 'and id = any($2::bigint[])';
  const text = `select ${wanted.join(', ')} from ${quote(table)} where id > $1::bigint ${only} order by id limit ${SLICE}`;
  const kept: Kept[] = [];
  for (;;) {
    const rows = await queries.run({ text, values: [kept.at(-1)?.id ?? '0', ...(ids === undefined ? [] : [ids])] });
    for (const row of rows) {
      const values: Record<string, unknown> = {};
      columns.fill(values, row, 2);
      kept.push({ id: String(row[0]), seen: String(row[1]), values });
    }
    if (rows.length < SLICE) return kept;
  }
}

/** The institution that staff decided an account belongs to; undefined where they decided nothing. */
export const investorLinkOf = (db: Db, accountId: string) =>
  db.selectFrom('investor_link').select('institution_id').where('account_id', '=', accountId).executeTakeFirst();

/** The form of the certification as an investor that holds; undefined where there is none. */
export async function investorFormOf(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity_case')
    .select('record_id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'investor')
    .where('state', '=', 'APPROVED')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.record_id;
}

/** The record of what a user follows; undefined where there is none. */
export async function focusOf(db: Db, catalog: Catalog, accountId: string): Promise<string | undefined> {
  const { table } = boundTable(catalog, BINDINGS.focus);
  const { rows } = await sql<{ id: string }>`
    select id::text from ${table} where "createdBy" = ${accountId} order by id limit 1`.execute(db);
  return rows[0]?.id;
}

/** How many mandates an account keeps. */
export async function countMandates(db: Db, catalog: Catalog, accountId: string): Promise<number> {
  const { table } = boundTable(catalog, BINDINGS.mandate);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${table} where "createdBy" = ${accountId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function isOwnMandate(db: Db, catalog: Catalog, id: string, accountId: string): Promise<boolean> {
  const { table } = boundTable(catalog, BINDINGS.mandate);
  const { rows } = await sql`
    select 1 from ${table} where id = ${id}::bigint and "createdBy" = ${accountId}`.execute(db);
  return rows.length > 0;
}

/** Requests of some companies that no project was published of yet, the newest first. */
export async function openRequests(db: Db, companies: readonly string[], limit: number) {
  return db
    .selectFrom('financing_case')
    .select(['record_id as id', 'title'])
    .where('company_id', 'in', companies)
    .where('project_id', 'is', null)
    .where('state', 'in', ['pending', 'returned'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
