import { type RawBuilder, sql } from 'kysely';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { currencyColumns } from '#generators/field-types/currency.ts';
import { fieldType, isMoney, valueKind } from '#generators/field-types/registry.ts';
import { quote } from '#generators/storage.ts';
import type { ReadRecast } from '#server/core/catalog/recast.ts';
import { databasePattern } from '#shared/patterns/pattern.ts';
import type { LimitName, Tightening } from '#shared/metadata/tightened.ts';
import type { Db } from '#server/db/database.ts';
import type { Row, Statement } from '#server/db/read-queries.ts';

type Limit = NonNullable<Tightening['limit']>;

/** The last and the first day that a value may mean: a date of which only the year or month is known is all of its days. */
function days(field: FieldDefinition, end: 'first' | 'last'): RawBuilder<unknown> {
  const [day, precision] = fieldType(field).columns(field);
  const column = sql.ref(day?.name ?? '');
  if (valueKind(field) === 'instant') return sql`(${column} at time zone 'UTC')::date`;
  if (end === 'first' || !precision) return column;
  return sql`(case ${sql.ref(precision.name)} when 4 then ${column} + interval '1 year - 1 day'
    when 7 then ${column} + interval '1 month - 1 day' else ${column} end)::date`;
}

/** What is true of a row whose field fails a limit; an empty field fails none but that of being filled. */
function fails(field: FieldDefinition, { name, bound }: Limit): RawBuilder<unknown> {
  const columns = fieldType(field).columns(field);
  const column = sql.ref(columns[0]?.name ?? '');
  const text = () => String(bound);
  const tests: Readonly<Record<LimitName, () => RawBuilder<unknown>>> = {
    required: () =>
      sql.join(
        columns.map((one) => sql`${sql.ref(one.name)} is null`),
        sql` and `,
      ),
    minLength: () => sql`char_length(${column}) < ${bound}::integer`,
    maxLength: () => sql`char_length(${column}) > ${bound}::integer`,
    entryLength: () => sql`exists (select 1 from unnest(${column}) entry where char_length(entry) > ${bound}::integer)`,
    maxItems: () => sql`cardinality(${column}) > ${bound}::integer`,
    atLeast: () => sql`${column} < ${text()}::numeric`,
    atMost: () => sql`${column} > ${text()}::numeric`,
    decimals: () => sql`scale(trim_scale(${column})) > ${bound}::integer`,
    firstDay: () => sql`${days(field, 'last')} < ${text()}::date`,
    lastDay: () => sql`${days(field, 'first')} > ${text()}::date`,
    wholeDay: () => sql`${sql.ref(columns[1]?.name ?? '')} < 10`,
    currencies: () => sql`${sql.ref(currencyColumns(field.apiName).currency)} <> all(${bound}::text[])`,
    pattern: () => sql`${column} !~ ${databasePattern(text())}`,
  };
  const isOfMoney = isMoney(field) && name !== 'required' && name !== 'currencies';
  return isOfMoney ? sql`${column} is not null and ${tests[name]()}` : tests[name]();
}

/** What a slice of the records of an object says of one limit. */
interface Counted {
  readonly count: number;
  /** Ids of the first that fail it. */
  readonly ids: readonly string[];
}

/** Records of a slice: how many, and the last of them; null where there were none. */
export interface Slice {
  readonly checked: number;
  readonly last: string | null;
  readonly counted: readonly Counted[];
}

/** Counts, over the next records behind an id, those that fail each of some limits, in one walk. */
export async function countFailures(
  db: Db,
  table: string,
  limits: readonly { readonly field: FieldDefinition; readonly limit: Limit }[],
  after: string,
  size: number,
  mostIds: number,
): Promise<Slice> {
  const names = limits.map((_, index) => sql.ref(`f${index}`));
  const flags = limits.map(({ field, limit }, index) => sql`(${fails(field, limit)}) as ${names[index]}`);
  const figures = names.flatMap((flag, index) => [
    sql`count(*) filter (where ${flag}) as ${sql.ref(`c${index}`)}`,
    sql`(array_agg(id::text order by id) filter (where ${flag}))[1:${sql.lit(mostIds)}] as ${sql.ref(`i${index}`)}`,
  ]);
  const { rows } = await sql<Record<string, string | readonly string[] | null>>`
    select ${sql.join([sql`count(*) as checked, max(id)::text as last`, ...figures])}
    from (select ${sql.join([sql`id`, ...flags])} from ${sql.table(table)}
      where id > ${after}::bigint order by id limit ${size}) slice`.execute(db);
  const row = rows[0] ?? {};
  return {
    checked: Number(row['checked'] ?? 0),
    last: (row['last'] as string | null | undefined) ?? null,
    counted: limits.map((_, index) => ({
      count: Number(row[`c${index}`] ?? 0),
      ids: (row[`i${index}`] as readonly string[] | null | undefined) ?? [],
    })),
  };
}

/** A value of a field that some of the next records hold, by its columns. */
export interface HeldValue {
  readonly held: readonly unknown[];
  readonly records: number;
  /** Ids of the first of them. */
  readonly ids: readonly string[];
}

/** What the next records behind an id hold in a field, each value once. */
export async function heldIn(
  db: Db,
  table: string,
  field: FieldDefinition,
  { after, size, mostIds }: { readonly after: string; readonly size: number; readonly mostIds: number },
): Promise<HeldValue[]> {
  const columns = fieldType(field)
    .columns(field)
    .map(({ name }) => sql.ref(name));
  const named = columns.map((column, at) => sql`${column} as ${sql.ref(`o${at}`)}`);
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(named)}, count(*)::text as records,
      (array_agg(slice.id::text order by slice.id))[1:${sql.lit(mostIds)}] as ids
    from (select id, ${sql.join(columns)} from ${sql.table(table)}
      where id > ${after}::bigint order by id limit ${size}) slice
    where ${columns[0] ?? sql`null`} is not null group by ${sql.join(columns)}`.execute(db);
  return rows.map((row) => ({
    held: columns.map((_, at) => row[`o${at}`] ?? null),
    records: Number(row['records']),
    ids: row['ids'] as readonly string[],
  }));
}

/** What records are called, in the order of their ids. The names are those of the table and its field. */
export async function namesOf(
  db: Db,
  table: string,
  nameField: string,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly name: string | null }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; name: string | null }>`
    select id::text as id, ${sql.ref(nameField)} as name from ${sql.table(table)}
    where id = any(${ids}::bigint[]) order by ${sql.table(table)}.id`.execute(db);
  return rows;
}

/** The values of some fields of the next records behind an id, as one statement whose rows `readValues` reads. */
export function valuesAfter(table: string, fields: readonly FieldDefinition[], after: string, size: number): Statement {
  const columns = fields.flatMap((field) => fieldType(field).columns(field)).map(({ name }) => quote(name));
  return {
    text: `select ${['id', ...columns].join(', ')} from ${quote(table)} where id > $1::bigint order by id limit $2`,
    values: [after, size],
  };
}

/** Reads rows of `valuesAfter`: the values of these fields in one of them, as ones of another type where they become such. */
export function valuesReader(
  fields: readonly FieldDefinition[],
  recasts: readonly ReadRecast[] = [],
): (row: Row) => RecordValues {
  const read = new Map(recasts.map((one) => [one.to.apiName, one.read]));
  let next = 1;
  const places = fields.map((field) => {
    const [type, from] = [fieldType(field), next];
    next += type.columns(field).length;
    return { field, type, from, to: next };
  });
  return (row) => {
    const values: Record<string, FieldValue> = {};
    for (const { field, type, from, to } of places) {
      const held = type.fromColumns(row.slice(from, to), field);
      const value = read.has(field.apiName) ? read.get(field.apiName)?.(held) : held;
      if (value !== undefined) values[field.apiName] = value;
    }
    return values;
  };
}
