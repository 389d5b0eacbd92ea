import { sql } from 'kysely';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { quote } from '#generators/storage.ts';
import type { Db } from '#server/db/database.ts';
import { markStatedAmounts } from '#server/core/derived/stated-queries.ts';

/** How far the pass over equivalents is: through the objects before `object`, and of this one up to the record `after`. */
export interface PassState {
  readonly object: string;
  readonly after: string;
  /** Records with amounts that were looked at, and those of them whose equivalents changed. */
  readonly looked: number;
  readonly changed: number;
}

const START: PassState = { object: '', after: '0', looked: 0, changed: 0 };

/** The revision of the rates. No other rates are written until the transaction ends. */
export async function shareRates(trx: Db): Promise<string> {
  const { rows } = await sql<{ revision: string }>`select revision from rate_state for share`.execute(trx);
  return rows[0]?.revision ?? '';
}

/** Holds the pass: no slice of it runs until the transaction ends. A writer of rates takes this lock first. */
export async function holdPass(trx: Db): Promise<PassState | undefined> {
  const { rows } = await sql<{ state: PassState | null }>`select state from equivalent_pass for update`.execute(trx);
  return rows[0]?.state ?? undefined;
}

export async function movePass(trx: Db, state: PassState | null): Promise<void> {
  await sql`update equivalent_pass set state = ${state && JSON.stringify(state)}::jsonb`.execute(trx);
}

/** Begins the pass at the first record. */
export const beginPass = (trx: Db): Promise<void> => movePass(trx, START);

/** Says that rates are new: records are written with them from now on, and those that are there are to be gone through. */
async function noteNewRates(trx: Db): Promise<void> {
  await sql`update rate_state set revision = revision + 1`.execute(trx);
  const { rows } = await sql`select from record_history limit 1`.execute(trx);
  if (rows.length > 0) await beginPass(trx);
  await markStatedAmounts(trx);
}

/** What of a record its equivalents follow from. `writtenAt` is when it was written last. */
export interface AmountRow {
  readonly id: string;
  readonly writtenAt: string;
  readonly values: RecordValues;
}

const columnsOf = (fields: readonly FieldDefinition[]) => fields.flatMap((field) => fieldType(field).columns(field));

/** Which records: those with a number in one of `amounts`, behind the id `after`. `days` are read with them. */
interface AmountsQuery {
  readonly amounts: readonly FieldDefinition[];
  readonly days: readonly FieldDefinition[];
  readonly after: string;
  readonly limit: number;
}

/** Records with amounts in the order of their ids; no other writer changes them until the transaction ends. */
export async function amountRows(
  trx: Db,
  table: string,
  { amounts, days, after, limit }: AmountsQuery,
): Promise<AmountRow[]> {
  const fields = [...amounts, ...days];
  const wanted = sql.join(columnsOf(fields).map(({ name }) => sql.ref(name)));
  const held = sql.join(
    amounts.map(({ apiName }) => sql`${sql.ref(apiName)} is not null`),
    sql` or `,
  );
  const { rows } = await sql<Record<string, unknown>>`
    select id, "updatedAt", ${wanted} from ${sql.table(table)}
    where id > ${after}::bigint and (${held}) order by id limit ${limit} for update`.execute(trx);
  return rows.map((row) => {
    const values = fields.map((field) => {
      const type = fieldType(field);
      const kept = type.columns(field).map(({ name }) => row[name] ?? null);
      return [field.apiName, type.fromColumns(kept, field)] as const;
    });
    return { id: String(row['id']), writtenAt: String(row['updatedAt']), values: Object.fromEntries(values) };
  });
}

/** Writes some fields of records without a word of it: no version, no history, no time, as no user changed anything. */
export async function writeFollowing(
  trx: Db,
  table: string,
  fields: readonly FieldDefinition[],
  rows: readonly { readonly id: string; readonly values: RecordValues }[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = columnsOf(fields);
  const objects = rows.map(({ id, values }) => {
    const cells = fields.flatMap((field) => {
      const kept = fieldType(field).toColumns(values[field.apiName] ?? null, field);
      return fieldType(field)
        .columns(field)
        .map(({ name }, at) => [name, kept[at] ?? null] as const);
    });
    return { id, ...Object.fromEntries(cells) };
  });
  const types = sql.raw(['id bigint', ...columns.map(({ name, sqlType }) => `${quote(name)} ${sqlType}`)].join(', '));
  const sets = sql.join(columns.map(({ name }) => sql`${sql.ref(name)} = incoming.${sql.ref(name)}`));
  await sql`
    update ${sql.table(table)} as kept set ${sets}
    from jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) as incoming(${types}) where kept.id = incoming.id`.execute(
    trx,
  );
}

/** How many records the objects have, as the planner last counted them. */
export async function roughSize(db: Db, tables: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select coalesce(sum(greatest(reltuples, 0)), 0)::bigint as count from pg_class
    where relname = any(${tables}::text[]) and relkind = 'r'`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Exchange rates in order of their days. */
export async function allRates(db: Db): Promise<{ currency: string; day: string; cny: string }[]> {
  return db.selectFrom('exchange_rate').select(['currency', 'day', 'cny']).orderBy('day').execute();
}

/**
 * Keeps rates, over those of the same days. Where one differs from what was known, a pass over the equivalents of stored
 * amounts begins in the same transaction. Waits for records that are being written with the rates of before.
 */
export async function writeRates(
  db: Db,
  rates: readonly { currency: string; day: string; cny: string }[],
): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((trx) => writeRates(trx, rates));
  await holdPass(db);
  const { numAffectedRows } = await sql`
    insert into exchange_rate as kept (currency, day, cny)
    select currency, day, cny from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as incoming(currency text, day date, cny numeric)
    on conflict (currency, day) do update set cny = excluded.cny where kept.cny <> excluded.cny`.execute(db);
  if ((numAffectedRows ?? 0n) > 0n) await noteNewRates(db);
}
