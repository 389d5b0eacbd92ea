import { type RawBuilder, sql } from 'kysely';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType, isList, valueType } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { Db } from '#server/db/database.ts';

/** Values of one object at most. */
export const MAX_FOUND = 200;
/** Records that are read at a time, so that others are answered meanwhile. */
const SLICE = 5000;

/** A text that records hold in a field; with the record where it is called so. */
export interface FoundText {
  readonly field: string;
  readonly value: string;
  readonly id: string | null;
}

/** Fields in which a part of a question may be looked for: texts of one line and lists of them. */
export const textFields = (fields: readonly FieldDefinition[]): FieldDefinition[] =>
  fields.filter((field) => {
    const { options, kind, freeText } = valueType(field);
    if (options || isSealed(field) || (freeText !== 'line' && kind !== 'texts')) return false;
    return fieldType(field).columns(field).length > 0;
  });

/** Those of them that an index finds, however many records there are. */
export const indexedFields = (fields: readonly FieldDefinition[]): FieldDefinition[] =>
  textFields(fields).filter((field) =>
    fieldType(field)
      .columns(field)
      .some(({ index }) => index !== undefined),
  );

/** Bytes of the records of each table, in the order of the tables. */
export async function tableBytes(db: Db, tables: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_relation_size(format('%I', name)::regclass)::text as bytes
    from unnest(${tables}::text[]) with ordinality as tables(name, at) order by at`.execute(db);
  return rows.map(({ bytes }) => Number(bytes));
}

/** The texts of a record, in the order of the fields. */
export interface RecordTexts {
  readonly id: string;
  readonly texts: readonly (string | readonly (string | null)[] | null)[];
}

/** The texts of all records of a table, or of those of some ids that are still there. */
export async function textsOf(
  db: Db,
  table: string,
  fields: readonly FieldDefinition[],
  ids?: readonly string[],
): Promise<RecordTexts[]> {
  const columns = fields.map(({ apiName }, at) => sql`${sql.ref(apiName)} as ${sql.ref(`text_${at}`)}`);
  const wanted = ids === undefined ? sql`` : sql`and id = any(${ids}::bigint[])`;
  const read: RecordTexts[] = [];
  for (;;) {
    const { rows } = await sql<Readonly<Record<string, RecordTexts['texts'][number]>> & { readonly id: string }>`
      select ${sql.join([sql`id::text as id`, ...columns])} from ${sql.table(table)}
      where id > ${read.at(-1)?.id ?? '0'}::bigint ${wanted} order by ${sql.table(table)}.id limit ${sql.lit(SLICE)}`.execute(
      db,
    );
    for (const row of rows) read.push({ id: row.id, texts: fields.map((_, at) => row[`text_${at}`] ?? null) });
    if (rows.length < SLICE) return read;
  }
}

/** What is looked for in a table that is too large to be kept. */
export interface Lookup {
  readonly object: CatalogObject;
  readonly fields: readonly FieldDefinition[];
  /** Is every record looked at? Texts are then found whatever the case of their letters, otherwise as they are written. */
  readonly isWhole: boolean;
}

const idOf = ({ object }: Lookup, { apiName }: FieldDefinition) =>
  apiName === object.definition.nameField ? sql`t.id::text` : sql`null::text`;

/** Every text of a table in one pass. */
const inAll = (lookup: Lookup, parts: readonly string[]): RawBuilder<unknown> => {
  const texts = lookup.fields.map((field) => {
    const at = sql.ref(`t.${field.apiName}`);
    return sql`(${sql.lit(field.apiName)}, ${isList(field) ? at : sql`array[${at}]`}::text[], ${idOf(lookup, field)})`;
  });
  const { apiName, table } = lookup.object;
  return sql`
    (select distinct ${sql.lit(apiName)} as object, texts.field, member as value, texts.id from ${sql.table(table)} t
      cross join lateral (values ${sql.join(texts)}) texts(field, members, id), unnest(texts.members) member
      where lower(member) = any(${parts.map((part) => part.toLowerCase())}::text[]) limit ${sql.lit(MAX_FOUND)})`;
};

/** Texts that an index finds. */
const byIndex = (lookup: Lookup, parts: readonly string[]): RawBuilder<unknown> => {
  const { apiName, table } = lookup.object;
  const branches = lookup.fields.map((field) => {
    const at = sql.ref(`t.${field.apiName}`);
    const held = isList(field)
      ? sql`unnest(${at}) member where ${at} && ${parts}::text[] and member = any(${parts}::text[])`
      : sql`unnest(array[${at}]) member where ${at} = any(${parts}::text[])`;
    return sql`
      (select distinct ${sql.lit(apiName)} as object, ${sql.lit(field.apiName)} as field, member as value,
        ${idOf(lookup, field)} as id
      from ${sql.table(table)} t, ${held} limit ${sql.lit(MAX_FOUND)})`;
  });
  return sql.join(branches, sql` union all `);
};

/** The parts of a question that records hold as a value, in one statement for all tables. */
export async function findTexts(
  db: Db,
  lookups: readonly Lookup[],
  parts: readonly string[],
): Promise<(FoundText & { readonly object: string })[]> {
  const found = lookups.filter(({ fields }) => fields.length > 0);
  if (found.length === 0 || parts.length === 0) return [];
  const branches = found.map((lookup) => (lookup.isWhole ? inAll : byIndex)(lookup, parts));
  const { rows } = await sql<FoundText & { object: string }>`${sql.join(branches, sql` union all `)}`.execute(db);
  return rows;
}
