import { sql, type RawBuilder } from 'kysely';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { fieldType, isFromOthers } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import type { Db } from '#server/db/database.ts';
import type { Vault } from '#server/db/vault.ts';
import { BY_USER, type ChangeNote } from '#server/core/changes/change-note.ts';
import { type LoggedObject, logInsert } from '#server/core/changes/queries.ts';
import { type DerivedObject, noteChanges } from '#server/core/derived/changes.ts';
import { keepMatchKeys } from '#server/core/duplicates/queries.ts';
import { keepSearchTexts } from '#server/core/search/queries.ts';
import type { SearchedObject } from '#server/core/search/search-text.ts';
import { openValue, sealValue } from './sealed-values.ts';
import { type NumberedObject, withNumbers } from './record-numbers.ts';
import { guardUnbuilt } from './unique-values.ts';

/** The part of a catalog object that its rows are read and written by. */
export interface RecordTable extends SearchedObject, DerivedObject, NumberedObject {
  readonly definition: SearchedObject['definition'] & LoggedObject['definition'];
}

/** A record as stored in its table, without its sealed values. */
export interface PlainRecord {
  readonly id: string;
  readonly version: number;
  readonly createdBy: string | null;
  readonly values: RecordValues;
}

/** A record whole: its values are clear. */
export interface StoredRecord extends PlainRecord {
  /** Sealed values as stored in the table, by field. */
  readonly sealed: Readonly<Record<string, string>>;
}

/** A new row: `values` are complete and clear, absent means empty. */
export interface RowToInsert {
  readonly id: string;
  readonly version: number;
  readonly values: RecordValues;
}

/** A row to be written over what is there: what is sealed in `old` and has not changed stays as it is. */
export interface RowToWrite extends RowToInsert {
  readonly old: Pick<StoredRecord, 'values' | 'sealed'>;
}

type Written = RowToInsert & Partial<RowToWrite>;

/** A table and the fields that its rows are read by. */
export type RecordFields = Pick<RecordTable, 'table' | 'fields'>;

const withoutSealed = ({ table, fields }: RecordFields): RecordFields => ({
  table,
  fields: fields.filter((field) => !isSealed(field)),
});

/** The columns of the values of an object. */
export const columnsOf = (object: Pick<RecordTable, 'fields'>) =>
  object.fields.flatMap((field) => fieldType(field).columns(field));

type Row = Record<string, unknown>;

/** A row as a record; its sealed values stay sealed. */
export function toPlain(object: RecordFields, row: Row): PlainRecord {
  const values: Record<string, FieldValue> = {};
  for (const field of object.fields) {
    const type = fieldType(field);
    const value = type.fromColumns(
      type.columns(field).map((column) => row[column.name] ?? null),
      field,
    );
    if (value !== undefined) values[field.apiName] = value;
  }
  return {
    id: String(row['id']),
    version: Number(row['version']),
    createdBy: (row['createdBy'] as string) ?? null,
    values,
  };
}

/** A record with its sealed values opened. */
export function opened(object: RecordTable, vault: Vault, record: PlainRecord): StoredRecord {
  const values: Record<string, FieldValue> = { ...record.values };
  const sealed: Record<string, string> = {};
  for (const field of object.fields.filter(isSealed)) {
    const kept = record.values[field.apiName];
    if (typeof kept !== 'string') continue;
    sealed[field.apiName] = kept;
    values[field.apiName] = openValue(vault, { objectApiName: object.apiName, field, id: record.id }, kept);
  }
  return { ...record, values, sealed };
}

/** Records by id, whole; with `lock` no other transaction can change them until this one ends. */
export async function recordsByIds(
  db: Db,
  vault: Vault,
  object: RecordTable,
  ids: readonly string[],
  lock: boolean,
): Promise<StoredRecord[]> {
  if (ids.length === 0) return [];
  const columns = sql.join(columnsOf(object).map((column) => sql.ref(column.name)));
  const { rows } = await sql<Row>`
    select id, version, "createdBy", ${columns} from ${sql.table(object.table)}
    where id = any(${ids}::bigint[]) ${lock ? sql`order by id for update` : sql``}`.execute(db);
  return rows.map((row) => opened(object, vault, toPlain(object, row)));
}

/** Records without sealed values after an id, in order of id; no other transaction changes them until this one ends. */
export async function recordsAfter(trx: Db, whole: RecordTable, id: string, limit: number): Promise<PlainRecord[]> {
  const object = withoutSealed(whole);
  const columns = sql.join(columnsOf(object).map((column) => sql.ref(column.name)));
  const { rows } = await sql<Row>`
    select id, version, "createdBy", ${columns} from ${sql.table(object.table)}
    where id > ${id}::bigint order by id limit ${limit} for update`.execute(trx);
  return rows.map((row) => toPlain(object, row));
}

/** Ids of the next records behind one, in order. */
export async function idsAfter(db: Db, table: string, id: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id > ${id}::bigint order by id limit ${limit}`.execute(db);
  return rows.map((row) => String(row.id));
}

/**
 * Records by id without sealed values, in the order of their ids; with `lock` no other transaction changes them until this
 * one ends, save that others may refer to them.
 */
export async function plainRecords(
  trx: Db,
  whole: RecordFields,
  ids: readonly string[],
  lock = false,
): Promise<PlainRecord[]> {
  const object = withoutSealed(whole);
  const columns = sql.join(columnsOf(object).map((column) => sql.ref(column.name)));
  const { rows } = await sql<Row>`
    select id, version, "createdBy", ${columns} from ${sql.table(object.table)}
    where id = any(${ids}::bigint[]) order by id ${lock ? sql`for no key update` : sql``}`.execute(trx);
  return rows.map((row) => toPlain(object, row));
}

/** Takes so many ids from the object's sequence, in order; its name is looked up once and not for each of them. */
export async function takeIds(db: Db, object: RecordTable, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select nextval(s.name) as id
    from (select pg_get_serial_sequence(${`"${object.table}"`}, 'id')::regclass as name offset 0) s
    cross join generate_series(1, ${count})`.execute(db);
  return rows.map((row) => row.id);
}

/** Rows as one JSON parameter that the database reads as typed columns; only columns that hold something travel. */
function recordset(
  object: RecordTable,
  vault: Vault,
  rows: readonly Written[],
  fields: readonly FieldDefinition[],
): RawBuilder<unknown> {
  const columns = columnsOf({ fields });
  const kinds = fields.map((field) => {
    const type = fieldType(field);
    return { field, type, columns: type.columns(field), sealed: isSealed(field) };
  });
  const objects = rows.map((row) => {
    const cells: Row = { id: row.id, version: row.version };
    for (const { field, type, columns: own, sealed } of kinds) {
      const value = row.values[field.apiName] ?? null;
      if (value === null) continue;
      const kept = type.toColumns(sealed ? sealedText(object, vault, field, row) : value, field);
      for (const [index, column] of own.entries()) {
        if (kept[index] !== null && kept[index] !== undefined) {
          // A JSON column travels as JSON, not as text that holds JSON.
          cells[column.name] = column.sqlType === 'jsonb' ? JSON.parse(kept[index] as string) : kept[index];
        }
      }
    }
    return cells;
  });
  const types = sql.raw(
    ['id bigint', 'version integer', ...columns.map((column) => `"${column.name}" ${column.sqlType}`)].join(', '),
  );
  return sql`jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) as incoming(${types})`;
}

/** What is stored for a sealed field: the present text while its value stays the same, else the value sealed again. */
function sealedText(object: RecordTable, vault: Vault, field: FieldDefinition, { id, values, old }: Written) {
  const value = values[field.apiName];
  if (typeof value !== 'string' || value === '') return null;
  const kept = old?.values[field.apiName] === value ? old.sealed[field.apiName] : undefined;
  return kept ?? sealValue(vault, { objectApiName: object.apiName, field, id }, value);
}

const fieldsInUse = (object: RecordTable, rows: readonly RowToInsert[]): FieldDefinition[] =>
  object.fields.filter(({ apiName }) =>
    rows.some(({ values }) => values[apiName] !== undefined && values[apiName] !== null),
  );

/** Inserts new rows, numbered where the object numbers its records. `clientKey` belongs to a single row from a form. */
export async function insertRows(
  db: Db,
  vault: Vault,
  object: RecordTable,
  asked: readonly RowToInsert[],
  actor: string,
  at: Date,
  clientKey: string | null,
  note: ChangeNote = BY_USER,
  kind: 'created' | 'restored' = 'created',
): Promise<void> {
  if (asked.length === 0) return;
  const rows = await withNumbers(db, object, asked, at);
  await guardUnbuilt(db, object, rows);
  const fields = fieldsInUse(object, rows);
  const names = columnsOf({ fields }).map((column) => sql.ref(column.name));
  const list = names.length > 0 ? sql`, ${sql.join(names)}` : sql``;
  await sql`
    insert into ${sql.table(object.table)} (id, version, "createdAt", "updatedAt", "createdBy", client_key${list})
    select id, version, ${at}::timestamptz, ${at}::timestamptz, ${actor}::text, ${clientKey}::text${list}
    from ${recordset(object, vault, rows, fields)}`.execute(db);
  await keepSearchTexts(db, object, rows);
  await keepMatchKeys(db, object, rows, true);
  const written = rows.map(({ id, values }) => ({ id, next: values, createdAt: at }));
  await noteChanges(db, object, written, [logInsert(object, kind, written, note)]);
}

/** Writes rows over what is there: every live field, so that an absent value becomes empty; not what others are counted into. */
export async function updateRows(
  db: Db,
  vault: Vault,
  object: RecordTable,
  asked: readonly RowToWrite[],
  at: Date,
  note: ChangeNote = BY_USER,
): Promise<void> {
  if (asked.length === 0) return;
  const rows = await withNumbers(db, object, asked, at);
  await guardUnbuilt(db, object, rows);
  const fields = object.fields.filter((field) => !isFromOthers(field));
  const sets = columnsOf({ fields }).map((column) => sql`${sql.ref(column.name)} = incoming.${sql.ref(column.name)}`);
  await sql`
    update ${sql.table(object.table)} as kept
    set version = incoming.version, "updatedAt" = ${at}::timestamptz, ${sql.join(sets)}
    from ${recordset(object, vault, rows, fields)} where kept.id = incoming.id`.execute(db);
  await keepSearchTexts(db, object, rows);
  await keepMatchKeys(db, object, rows);
  const written = rows.map(({ id, values, old }) => ({ id, old: old.values, next: values }));
  await noteChanges(db, object, written, [logInsert(object, 'updated', written, note)]);
}

/** Ids by exact name, oldest first; several records may share a name. */
export async function idsByNames(
  db: Db,
  object: RecordTable,
  nameField: string,
  names: readonly string[],
): Promise<Map<string, string[]>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${sql.ref(nameField)} as name from ${sql.table(object.table)}
    where ${sql.ref(nameField)} = any(${names}::text[]) order by id`.execute(db);
  return new Map([...Map.groupBy(rows, (row) => row.name)].map(([name, found]) => [name, found.map((row) => row.id)]));
}

/** Which of these ids exist. */
export async function existingIds(db: Db, table: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(db);
  return new Set(rows.map((row) => row.id));
}
