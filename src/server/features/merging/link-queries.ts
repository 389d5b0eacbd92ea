import { sql } from 'kysely';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import type { UniqueKey } from '#generators/unique.ts';
import { keyColumn } from '#generators/unique-storage.ts';
import type { Db } from '#server/db/database.ts';
import type { MergedPair } from './register-queries.ts';

/** The next records of an object that name one by a field, in order. */
export async function idsNaming(
  db: Db,
  table: string,
  field: FieldDefinition,
  id: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${names(field, id)} order by id limit ${limit}`.execute(db);
  return rows.map((row) => String(row.id));
}

/** How many records name one by a field. */
export async function countNaming(db: Db, table: string, field: FieldDefinition, id: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from ${sql.table(table)} where ${names(field, id)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** How many records that name the one that goes would be alike one that names the other. */
export async function countAlikeAfter(
  db: Db,
  table: string,
  { columns }: UniqueKey,
  field: string,
  { survivorId, loserId }: { readonly survivorId: string; readonly loserId: string },
): Promise<number> {
  const others = columns.filter(({ column }) => column.name !== field);
  const same = others.map((one) => sql.raw(`${keyColumn(one, 'going.')} = ${keyColumn(one, 'staying.')}`));
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} as going join ${sql.table(table)} as staying
    on ${sql.join([sql`${sql.ref(`staying.${field}`)} = ${survivorId}::bigint`, ...same], sql` and `)}
    where ${sql.ref(`going.${field}`)} = ${loserId}::bigint`.execute(db);
  return rows[0]?.count ?? 0;
}

const isArray = (field: FieldDefinition): boolean => fieldType(field).columns(field)[0]?.sqlType === 'bigint[]';

const names = (field: FieldDefinition, id: string) =>
  isArray(field)
    ? sql`${sql.ref(field.apiName)} && array[${id}::bigint]`
    : sql`${sql.ref(field.apiName)} = ${id}::bigint`;

/** What a merge made of one link, and its place in a list. */
export interface MovedLink {
  readonly objectApiName: string;
  readonly recordId: string;
  readonly field: string;
  readonly place: number | null;
  readonly hadBoth: boolean;
}

/** Notes links that now lead to the survivor. */
export async function noteMoved(
  trx: Db,
  mergeId: string,
  moved: readonly MovedLink[],
  state: 'moved' | 'kept' = 'moved',
): Promise<void> {
  if (moved.length === 0) return;
  await sql`
    insert into merge_moved (merge_id, object_api_name, record_id, field, place, had_both, state)
    select ${mergeId}::bigint, "objectApiName", "recordId"::bigint, field, place, "hadBoth", ${state}
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
      as m("objectApiName" text, "recordId" text, field text, place integer, "hadBoth" boolean)`.execute(trx);
}

/**
 * Moves links of a field that was removed from its object: no record shows it, and it may come back with what it holds.
 * Gives whether there were any.
 */
export async function moveRemovedField(
  trx: Db,
  { table, apiName }: { readonly table: string; readonly apiName: string },
  field: FieldDefinition,
  { mergeId, survivorId, loserId }: MergedPair,
): Promise<boolean> {
  const name = sql.ref(field.apiName);
  const place = isArray(field) ? sql`array_position(${name}, ${loserId}::bigint) - 1` : sql`null::integer`;
  const both = isArray(field) ? sql`${survivorId}::bigint = any(${name})` : sql`false`;
  const next = isArray(field)
    ? sql`case when before.had_both then array_remove(kept.${name}, ${loserId}::bigint)
        else array_replace(kept.${name}, ${loserId}::bigint, ${survivorId}::bigint) end`
    : sql`${survivorId}::bigint`;
  const { rows } = await sql`
    with before as (
      select id, ${place} as place, ${both} as had_both from ${sql.table(table)} where ${names(field, loserId)} for update),
    changed as (
      update ${sql.table(table)} as kept set ${name} = ${next} from before where before.id = kept.id
      returning kept.id, before.place, before.had_both)
    insert into merge_moved (merge_id, object_api_name, record_id, field, place, had_both, state)
    select ${mergeId}::bigint, ${apiName}, id, ${field.apiName}, place, had_both, 'moved' from changed returning id`.execute(
    trx,
  );
  return rows.length > 0;
}

/**
 * Puts links of a removed field back where they still lead to the survivor: no record shows it, and it may come back. Gives
 * the ids of those.
 */
export async function restoreRemovedField(
  trx: Db,
  table: string,
  field: FieldDefinition,
  noted: readonly NotedLink[],
  { survivorId, loserId }: MergedPair,
): Promise<string[]> {
  const name = sql.ref(field.apiName);
  const next = isArray(field)
    ? sql`case when not m."hadBoth" then array_replace(kept.${name}, ${survivorId}::bigint, ${loserId}::bigint)
        when ${loserId}::bigint = any(kept.${name}) then kept.${name}
        else kept.${name}[:m.place] || ${loserId}::bigint || kept.${name}[m.place + 1:] end`
    : sql`${loserId}::bigint`;
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table)} as kept set ${name} = ${next}
    from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb)
      as m(id text, "recordId" bigint, place integer, "hadBoth" boolean)
    where kept.id = m."recordId" and ${isArray(field) ? sql`kept.${name} && array[${survivorId}::bigint]` : sql`kept.${name} = ${survivorId}::bigint`}
    returning m.id`.execute(trx);
  return rows.map(({ id }) => id);
}

export interface NotedLink extends MovedLink {
  readonly id: string;
}

/** The links that are still to be put back, the last ones that moved first. */
export async function linksToRestore(trx: Db, mergeId: string, limit: number): Promise<NotedLink[]> {
  const { rows } = await sql<NotedLink>`
    select id, object_api_name as "objectApiName", record_id as "recordId", field, place, had_both as "hadBoth"
    from merge_moved where merge_id = ${mergeId}::bigint and record_id is not null and state = 'moved'
    order by id desc limit ${limit}`.execute(trx);
  return rows;
}

/** Says of noted links what became of them. */
export async function settleLinks(trx: Db, ids: readonly string[], state: 'back' | 'kept'): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('merge_moved').set({ state }).where('id', 'in', ids).execute();
}

/** How many links and rows of a merge are in one of these states. */
export async function countMoved(db: Db, mergeId: string, states: readonly ('moved' | 'taken' | 'back' | 'kept')[]) {
  const row = await db
    .selectFrom('merge_moved')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('merge_id', '=', mergeId)
    .where('state', 'in', states)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
