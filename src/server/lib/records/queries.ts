import { sql, type RawBuilder } from 'kysely';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import type { Db } from '#server/db/database.ts';

/** The part of a catalog object that its rows are read and written by. */
export interface RecordTable {
  readonly apiName: string;
  readonly table: string;
  readonly fields: readonly FieldDefinition[];
}

/** A record as it stands in its table. */
export interface StoredRecord {
  readonly id: string;
  readonly version: number;
  readonly createdBy: string | null;
  readonly values: RecordValues;
}

/** A row to be written: `values` are complete, absent means empty. */
export interface RowToWrite {
  readonly id: string;
  readonly version: number;
  readonly values: RecordValues;
}

const columnsOf = (object: RecordTable) => object.fields.flatMap((field) => fieldType(field).columns(field));

type Row = Record<string, unknown>;

function toStored(object: RecordTable, row: Row): StoredRecord {
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
    createdBy: (row['created_by'] as string) ?? null,
    values,
  };
}

/** Records by id, whole; with `lock` nobody else can change them until the transaction ends. */
export async function recordsByIds(
  db: Db,
  object: RecordTable,
  ids: readonly string[],
  lock: boolean,
): Promise<StoredRecord[]> {
  if (ids.length === 0) return [];
  const columns = sql.join(columnsOf(object).map((column) => sql.ref(column.name)));
  const { rows } = await sql<Row>`
    select id, version, created_by, ${columns} from ${sql.table(object.table)}
    where id = any(${ids}::bigint[]) ${lock ? sql`order by id for update` : sql``}`.execute(db);
  return rows.map((row) => toStored(object, row));
}

/** A record that this form already created, when it is sent a second time. */
export async function idByClientKey(db: Db, object: RecordTable, clientKey: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(object.table)} where client_key = ${clientKey}`.execute(db);
  return rows[0]?.id;
}

/** Takes so many ids from the object's sequence, in order. */
export async function takeIds(db: Db, object: RecordTable, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence(${`"${object.table}"`}, 'id')) as id from generate_series(1, ${count})`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** Rows as one JSON parameter that the database reads as typed columns; only columns that hold something travel. */
function recordset(
  object: RecordTable,
  rows: readonly RowToWrite[],
  columns: readonly { name: string; sqlType: string }[],
): RawBuilder<unknown> {
  const wanted = new Set(columns.map((column) => column.name));
  const objects = rows.map((row) => {
    const cells: Row = { id: row.id, version: row.version };
    for (const field of object.fields) {
      const type = fieldType(field);
      const kept = type.toColumns(row.values[field.apiName] ?? null, field);
      type.columns(field).forEach((column, index) => {
        if (wanted.has(column.name) && kept[index] !== null && kept[index] !== undefined) {
          // A JSON column travels as JSON, not as text that holds JSON.
          cells[column.name] = column.sqlType === 'jsonb' ? JSON.parse(kept[index] as string) : kept[index];
        }
      });
    }
    return cells;
  });
  const types = sql.raw(
    ['id bigint', 'version integer', ...columns.map((column) => `"${column.name}" ${column.sqlType}`)].join(', '),
  );
  return sql`jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) as incoming(${types})`;
}

function columnsInUse(object: RecordTable, rows: readonly RowToWrite[]) {
  return object.fields
    .filter((field) =>
      rows.some((row) => row.values[field.apiName] !== undefined && row.values[field.apiName] !== null),
    )
    .flatMap((field) => fieldType(field).columns(field));
}

/** Inserts new rows. `clientKey` belongs to a single row from a form. */
export async function insertRows(
  db: Db,
  object: RecordTable,
  rows: readonly RowToWrite[],
  actor: string,
  at: Date,
  clientKey: string | null,
): Promise<void> {
  if (rows.length === 0) return;
  const columns = columnsInUse(object, rows);
  const names = columns.map((column) => sql.ref(column.name));
  const list = names.length > 0 ? sql`, ${sql.join(names)}` : sql``;
  await sql`
    insert into ${sql.table(object.table)} (id, version, created_at, updated_at, created_by, client_key${list})
    select id, version, ${at}::timestamptz, ${at}::timestamptz, ${actor}::text, ${clientKey}::text${list}
    from ${recordset(object, rows, columns)}`.execute(db);
}

/** Writes rows over what is there: every live field, so that an absent value becomes empty. */
export async function updateRows(db: Db, object: RecordTable, rows: readonly RowToWrite[], at: Date): Promise<void> {
  if (rows.length === 0) return;
  const columns = columnsOf(object);
  const sets = columns.map((column) => sql`${sql.ref(column.name)} = incoming.${sql.ref(column.name)}`);
  await sql`
    update ${sql.table(object.table)} as kept
    set version = incoming.version, updated_at = ${at}::timestamptz, ${sql.join(sets)}
    from ${recordset(object, rows, columns)} where kept.id = incoming.id`.execute(db);
}

export interface HistoryRow {
  readonly id: string;
  readonly version: number;
  readonly changes: Readonly<Record<string, { before: unknown; after: unknown }>>;
}

export async function insertHistory(
  db: Db,
  object: RecordTable,
  rows: readonly HistoryRow[],
  actor: string,
  origin: string,
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into record_history (object_api_name, record_id, version, at, actor, origin, changes)
    select ${object.apiName}, id, version, ${at}::timestamptz, ${actor}, ${origin}, changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as incoming(id bigint, version integer, changes jsonb)`.execute(
    db,
  );
}

/** History of one record, newest first, at most 200 entries. */
export async function historyOf(db: Db, apiName: string, id: string) {
  return db
    .selectFrom('record_history')
    .select(['version', 'at', 'actor', 'origin', 'changes'])
    .where('object_api_name', '=', apiName)
    .where('record_id', '=', id)
    .orderBy('version', 'desc')
    .limit(200)
    .execute();
}

/** Ids by natural key of one source. */
export async function idsByKeys(
  db: Db,
  apiName: string,
  source: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; record_id: string }>`
    select key, record_id from record_key
    where object_api_name = ${apiName} and source = ${source} and key = any(${keys}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.key, row.record_id]));
}

export async function insertKeys(
  db: Db,
  apiName: string,
  source: string,
  rows: readonly { key: string; id: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into record_key (object_api_name, source, key, record_id)
    select ${apiName}, ${source}, key, id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as incoming(key text, id bigint)`.execute(db);
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

/** Exchange rates in order of their days. */
export async function allRates(db: Db): Promise<{ currency: string; day: string; cny: string }[]> {
  return db.selectFrom('exchange_rate').select(['currency', 'day', 'cny']).orderBy('day').execute();
}

export async function writeRates(
  db: Db,
  rates: readonly { currency: string; day: string; cny: string }[],
): Promise<void> {
  await sql`
    insert into exchange_rate (currency, day, cny)
    select currency, day, cny from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as incoming(currency text, day date, cny numeric)
    on conflict (currency, day) do update set cny = excluded.cny`.execute(db);
}
