import { type RawBuilder, sql } from 'kysely';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { StorageColumn } from '#generators/field-types/field-type.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { PREPARED, quote } from '#generators/storage.ts';
import type { Db } from '#server/db/database.ts';
import { tableColumns } from './queries.ts';

/** Distinct values read, entries of histories and rows put away that are written at once. */
const READ_AT_ONCE = 5000;

const columnsOf = (field: FieldDefinition): readonly StorageColumn[] => fieldType(field).columns(field);
const typed = ({ sqlType }: StorageColumn, name: string): RawBuilder<unknown> => sql.raw(`${quote(name)} ${sqlType}`);
const list = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...parts]);

/** The columns that were prepared for values of another type; those of a process that died are among them. */
export async function preparedColumns(db: Db, table: string): Promise<readonly string[]> {
  return (await tableColumns(db, table)).map(({ name }) => name).filter((name) => name.endsWith(PREPARED));
}

export async function dropColumn(db: Db, table: string, name: string): Promise<void> {
  await sql`alter table ${sql.table(table)} drop column if exists ${sql.ref(name)}`.execute(db);
}

/** A value that records hold, by its columns. */
export interface HeldRow {
  readonly n: string;
  readonly held: readonly unknown[];
  /** How many records hold it. */
  readonly records: number;
}

/** Lists what records hold in a field, each once, for as long as the transaction takes. */
export async function listHeld(trx: Db, table: string, from: FieldDefinition, to: FieldDefinition): Promise<void> {
  const held = columnsOf(from).map(({ name }) => sql.ref(name));
  const named = columnsOf(from).map(({ name }, at) => sql`${sql.ref(name)} as ${sql.ref(`o${at}`)}`);
  const read = columnsOf(to).map((column, at) => sql`null::${sql.raw(column.sqlType)} as ${sql.ref(`n${at}`)}`);
  await sql`drop table if exists pg_temp.recast_value`.execute(trx);
  await sql`
    create temporary table recast_value on commit drop as
    select row_number() over () as n, held.*, ${list(read)} from (
      select ${list(named)}, count(*) as records from ${sql.table(table)}
      where ${held[0] ?? sql`false`} is not null group by ${list(held)}) held`.execute(trx);
  await sql`create unique index on recast_value (n)`.execute(trx);
}

/** The next of what records hold. */
export async function heldAfter(trx: Db, from: FieldDefinition, after: string): Promise<HeldRow[]> {
  const columns = columnsOf(from).map((_, at) => sql.ref(`o${at}`));
  const { rows } = await sql<Record<string, unknown>>`
    select n::text as n, records::text as records, ${list(columns)} from recast_value
    where n > ${after}::bigint order by recast_value.n limit ${READ_AT_ONCE}`.execute(trx);
  return rows.map((row) => ({
    n: String(row['n']),
    held: columns.map((_, at) => row[`o${at}`] ?? null),
    records: Number(row['records']),
  }));
}

/** Writes down what some of the values are read as. */
export async function writeRead(
  trx: Db,
  to: FieldDefinition,
  rows: readonly { readonly n: string; readonly read: readonly unknown[] }[],
): Promise<void> {
  const columns = columnsOf(to);
  const written = rows.map(({ n, read }) => ({ n, ...Object.fromEntries(read.map((one, at) => [`n${at}`, one])) }));
  const shape = [sql`n bigint`, ...columns.map((column, at) => typed(column, `n${at}`))];
  const sets = columns.map((_, at) => sql`${sql.ref(`n${at}`)} = incoming.${sql.ref(`n${at}`)}`);
  await sql`
    update recast_value as kept set ${list(sets)}
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as incoming(${list(shape)})
    where kept.n = incoming.n`.execute(trx);
}

/** Fills the prepared columns of every record whose value could be read. */
export async function fillPrepared(trx: Db, table: string, from: FieldDefinition, to: FieldDefinition): Promise<void> {
  const sets = columnsOf(to).map(({ name }, at) => sql`${sql.ref(`${name}${PREPARED}`)} = held.${sql.ref(`n${at}`)}`);
  const [first, ...rest] = columnsOf(from);
  const same = [
    sql`kept.${sql.ref(first?.name ?? '')} = held.o0`,
    ...rest.map(({ name }, at) => sql`kept.${sql.ref(name)} is not distinct from held.${sql.ref(`o${at + 1}`)}`),
  ];
  await sql`analyze recast_value`.execute(trx);
  await sql`
    update ${sql.table(table)} as kept set ${list(sets)} from recast_value held
    where held.n0 is not null and ${sql.join(same, sql` and `)}`.execute(trx);
}

/** Keeps readers and writers out of a table from here to the end of the transaction. */
export async function lockTable(trx: Db, table: string): Promise<void> {
  await sql`savepoint recast_lock`.execute(trx);
  try {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
  } catch (error) {
    await sql`rollback to savepoint recast_lock`.execute(trx);
    throw error;
  }
}

/** What a history entry or a correction says of a field: the values on the wire. */
export interface SaidRow {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The next entries of histories that speak of a field; keys are record and version. */
export async function historyAfter(
  trx: Db,
  objectApiName: string,
  field: string,
  after: readonly [record: string, version: string],
): Promise<(SaidRow & { readonly record: string; readonly version: string })[]> {
  const { rows } = await sql<SaidRow & { record: string; version: string }>`
    select record_id::text || ' ' || version::text as key, record_id::text as record, version::text as version,
      changes -> ${field}::text -> 'before' as before, changes -> ${field}::text -> 'after' as after
    from record_history where object_api_name = ${objectApiName} and changes ? ${field}::text
      and (record_id, version) > (${after[0]}::bigint, ${after[1]}::integer)
    order by record_history.record_id, record_history.version limit ${READ_AT_ONCE}`.execute(trx);
  return rows;
}

/** Puts what histories say of a field under the name that keeps its values, beside what they are read as. */
export async function writeHistory(
  trx: Db,
  objectApiName: string,
  field: string,
  kept: string,
  rows: readonly { readonly record: string; readonly version: string; readonly read: object | null }[],
): Promise<void> {
  await sql`
    update record_history h set changes = (h.changes - ${field}::text)
      || jsonb_build_object(${kept}::text, h.changes -> ${field}::text)
      || case when incoming.read is null then '{}'::jsonb else jsonb_build_object(${field}::text, incoming.read) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as incoming(record bigint, version integer, read jsonb)
    where h.object_api_name = ${objectApiName} and h.record_id = incoming.record and h.version = incoming.version`.execute(
    trx,
  );
}

export async function correctionsOf(trx: Db, objectApiName: string, field: string): Promise<SaidRow[]> {
  const { rows } = await sql<SaidRow>`
    select id::text as key, before, proposed as after from correction
    where object_api_name = ${objectApiName} and field = ${field} order by correction.id`.execute(trx);
  return rows;
}

/** Corrections of a field become such of its new type; those that cannot go with the hidden field, and wait no longer. */
export async function writeCorrections(
  trx: Db,
  kept: string,
  rows: readonly { readonly key: string; readonly before: unknown; readonly proposed: unknown }[],
): Promise<void> {
  await sql`
    update correction c set before = case when incoming.proposed is null then c.before else coalesce(incoming.before, 'null') end,
      proposed = coalesce(incoming.proposed, c.proposed),
      field = case when incoming.proposed is null then ${kept} else c.field end,
      state = case when incoming.proposed is null and c.state = 'pending' then 'withdrawn' else c.state end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as incoming(key bigint, before jsonb, proposed jsonb)
    where c.id = incoming.key`.execute(trx);
}

/** The next rows that were put away with a value of a field. */
export async function goneAfter(
  trx: Db,
  objectApiName: string,
  from: FieldDefinition,
  after: string,
): Promise<{ readonly id: string; readonly held: readonly unknown[] }[]> {
  const columns = columnsOf(from);
  const shape = columns.map((column) => typed(column, column.name));
  const { rows } = await sql<Record<string, unknown>>`
    select gone.id::text as "goneId", ${list(columns.map(({ name }) => sql`held.${sql.ref(name)} as ${sql.ref(name)}`))}
    from gone_record gone, jsonb_to_record(gone.row) as held(${list(shape)})
    where gone.object_api_name = ${objectApiName} and gone.id > ${after}::bigint
      and held.${sql.ref(columns[0]?.name ?? '')} is not null
    order by gone.id limit ${READ_AT_ONCE}`.execute(trx);
  return rows.map((row) => ({ id: String(row['goneId']), held: columns.map(({ name }) => row[name] ?? null) }));
}

/** Rows that were put away keep the value of a field in the columns of the hidden one, and hold what it is read as. */
export async function writeGone(
  trx: Db,
  from: FieldDefinition,
  to: FieldDefinition,
  kept: FieldDefinition,
  rows: readonly { readonly id: string; readonly read: readonly unknown[] }[],
): Promise<void> {
  const [before, after, rest] = [columnsOf(from), columnsOf(to), columnsOf(kept)];
  const written = rows.map(({ id, read }) => ({ id, ...Object.fromEntries(read.map((one, at) => [`n${at}`, one])) }));
  const shape = [sql`id bigint`, ...after.map((column, at) => typed(column, `n${at}`))];
  const parts = [
    ...before.map(({ name }, at) => sql`${rest[at]?.name ?? name}::text, gone.row -> ${name}::text`),
    ...after.map(({ name }, at) => sql`${name}::text, to_jsonb(incoming.${sql.ref(`n${at}`)})`),
  ];
  await sql`
    update gone_record gone set row = gone.row || jsonb_build_object(${list(parts)})
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as incoming(${list(shape)})
    where gone.id = incoming.id`.execute(trx);
}
