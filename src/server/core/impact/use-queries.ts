import { sql } from 'kysely';
import type { BoundField } from '#schemas/bindings.ts';
import type { Db } from '#server/db/database.ts';

/** Views that one answer names at most. */
const MOST = 50;

/** A name by itself in a text: field names are letters and digits alone. */
const byItself = (apiName: string): string => `(^|[^A-Za-z0-9])${apiName}($|[^A-Za-z0-9])`;

/** Names of the saved views of an object whose state mentions a field. */
export async function usingViews(db: Db, objectApiName: string, apiName: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from saved_view where object_api_name = ${objectApiName} and removed_at is null
      and state ~ ${byItself(apiName)} order by name, id limit ${MOST}`.execute(db);
  return rows.map(({ name }) => name);
}

/** How many subscriptions follow a field, alone or in the state of the list that they try. */
export async function usingSubscriptions(db: Db, objectApiName: string, apiName: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from alert_subscription where object_api_name = ${objectApiName}
      and (${apiName} = any(fields) or kept ~ ${byItself(apiName)})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many imports of an object wrote into a field, by their mapping, or will. */
export async function usingImports(db: Db, objectApiName: string, apiName: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from import_job where object_api_name = ${objectApiName}
      and mapping -> 'fields' @> ${JSON.stringify([{ field: apiName }])}::jsonb`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Titles of the blocks of the first page that show a field of an object. The table and its fields are those of the binding. */
export async function usingBlocks(
  db: Db,
  table: string,
  fields: Readonly<Record<'title' | 'object' | 'filter' | 'sort' | 'columns' | 'groupBy' | 'measure', BoundField>>,
  objectApiName: string,
  apiName: string,
): Promise<string[]> {
  const column = (name: keyof typeof fields) => sql.ref(fields[name].apiName);
  const texts = (['filter', 'sort', 'groupBy', 'measure'] as const).map(column);
  const { rows } = await sql<{ title: string | null }>`
    select ${column('title')} as title from ${sql.table(table)} where ${column('object')} = ${objectApiName}
      and (concat_ws(' ', ${sql.join(texts)}) ~ ${byItself(apiName)} or ${apiName} = any(${column('columns')}))
    order by id limit ${MOST}`.execute(db);
  return rows.map(({ title }) => title ?? '');
}
