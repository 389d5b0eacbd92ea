import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { MovedColumn } from './register.ts';

/** The merge at hand: what names `loserId` is to name `survivorId`. */
export interface MergedPair {
  readonly mergeId: string;
  readonly objectApiName: string;
  readonly survivorId: string;
  readonly loserId: string;
}

/** Does the column name records of the object that is merged? */
const concerns = ({ object }: MovedColumn, { objectApiName }: MergedPair): boolean =>
  object === undefined || object === objectApiName;

const ofObject = ({ object }: MovedColumn, { objectApiName }: MergedPair, alias: string) =>
  object === undefined ? sql`and ${sql.ref(`${alias}.object_api_name`)} = ${objectApiName}` : sql``;

const only = ({ where }: MovedColumn) => (where === undefined ? sql`` : sql`and ${sql.raw(where)}`);

const keyOf = ({ key }: MovedColumn, alias: string) =>
  key.length === 0
    ? sql`'{}'::jsonb`
    : sql`jsonb_build_object(${sql.join(key.map((name) => sql`${sql.lit(name)}::text, ${sql.ref(`${alias}.${name}`)}`))})`;

/** How many rows of a platform column name a record. */
export async function countColumn(db: Db, column: MovedColumn, pair: MergedPair): Promise<number> {
  if (!concerns(column, pair)) return 0;
  const name = sql.ref(`moving.${column.column}`);
  const test =
    column.rule === 'replace' ? sql`${pair.loserId}::bigint = any(${name})` : sql`${name} = ${pair.loserId}::bigint`;
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from ${sql.table(column.table)} as moving
    where ${test} ${ofObject(column, pair, 'moving')} ${only(column)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Makes the rows of a platform column name the survivor, and notes each of them for an undo. */
export async function moveColumn(trx: Db, column: MovedColumn, pair: MergedPair): Promise<void> {
  if (!concerns(column, pair)) return;
  if (column.rule === 'replace') return replaceInColumn(trx, column, pair);
  const { survivorId, loserId } = pair;
  const [table, name] = [sql.table(column.table), sql.ref(column.column)];
  if (column.per !== undefined) {
    const equal = column.per.map((one) => sql`and ${sql.ref(`other.${one}`)} = ${sql.ref(`moving.${one}`)}`);
    const others =
      column.where === undefined ? sql`` : sql`and ${sql.raw(column.where.replaceAll('moving.', 'other.'))}`;
    await note(
      trx,
      column,
      pair,
      sql`delete from ${table} as moving
        where moving.${name} = ${loserId}::bigint ${ofObject(column, pair, 'moving')} ${only(column)} and exists (
          select from ${table} as other
          where other.${name} = ${survivorId}::bigint ${ofObject(column, pair, 'other')} ${others}
            ${equal.length > 0 ? sql.join(equal, sql` `) : sql``})
        returning to_jsonb(moving) as row`,
      'taken',
    );
  }
  await note(
    trx,
    column,
    pair,
    sql`update ${table} as moving set ${name} = ${survivorId}::bigint
      where moving.${name} = ${loserId}::bigint ${ofObject(column, pair, 'moving')} ${only(column)}
      returning ${keyOf(column, 'moving')} as row`,
    'moved',
  );
}

/** Runs a statement that gives rows, and notes them. */
async function note(
  trx: Db,
  { table, column }: MovedColumn,
  { mergeId }: MergedPair,
  statement: ReturnType<typeof sql>,
  state: 'moved' | 'taken',
): Promise<void> {
  await sql`
    with changed as (${statement})
    insert into merge_moved (merge_id, object_api_name, field, row, state)
    select ${mergeId}::bigint, ${table}, ${column}, row, ${state} from changed`.execute(trx);
}

async function replaceInColumn(trx: Db, column: MovedColumn, { mergeId, survivorId, loserId }: MergedPair) {
  const name = sql.ref(column.column);
  await sql`
    with before as (
      select ${keyOf(column, 'moving')} as row, ${survivorId}::bigint = any(moving.${name}) as had_both, moving.id
      from ${sql.table(column.table)} as moving where ${loserId}::bigint = any(moving.${name}) for update),
    changed as (
      update ${sql.table(column.table)} as moving
      set ${name} = case when before.had_both then array_remove(moving.${name}, ${loserId}::bigint)
        else array_replace(moving.${name}, ${loserId}::bigint, ${survivorId}::bigint) end
      from before where before.id = moving.id returning before.row, before.had_both)
    insert into merge_moved (merge_id, object_api_name, field, row, had_both, state)
    select ${mergeId}::bigint, ${column.table}, ${column.column}, row, had_both, 'moved' from changed`.execute(trx);
}

/** Puts back what a merge did to a platform column; rows that are gone or lead elsewhere by now are kept as they are. */
export async function restoreColumn(trx: Db, column: MovedColumn, pair: MergedPair): Promise<void> {
  if (!concerns(column, pair)) return;
  const { mergeId, survivorId, loserId } = pair;
  const [table, name] = [sql.table(column.table), sql.ref(column.column)];
  const noted = sql`m.merge_id = ${mergeId}::bigint and m.object_api_name = ${column.table} and m.field = ${column.column}
    and m.record_id is null`;
  const update =
    column.rule === 'replace'
      ? sql`update ${table} as moving
          set ${name} = case when m.had_both then array_append(moving.${name}, ${loserId}::bigint)
            else array_replace(moving.${name}, ${survivorId}::bigint, ${loserId}::bigint) end
          from merge_moved m where ${noted} and m.state = 'moved'
            and ${survivorId}::bigint = any(moving.${name}) and to_jsonb(moving) @> m.row returning m.id`
      : sql`update ${table} as moving set ${name} = ${loserId}::bigint
          from merge_moved m where ${noted} and m.state = 'moved' and moving.${name} = ${survivorId}::bigint
            ${ofObject(column, pair, 'moving')} and to_jsonb(moving) @> m.row returning m.id`;
  await sql`with back as (${update})
    update merge_moved set state = 'back' from back where merge_moved.id = back.id`.execute(trx);
  await sql`
    insert into ${table} overriding system value
    select r.* from merge_moved m, jsonb_populate_record(null::${table}, m.row) as r
    where ${noted} and m.state = 'taken' on conflict do nothing`.execute(trx);
  await sql`
    update merge_moved m set state = case m.state when 'taken' then 'back' else 'kept' end
    where ${noted} and m.state in ('moved', 'taken')`.execute(trx);
}
