import { sql } from 'kysely';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType, isList, valueType } from '#generators/field-types/registry.ts';
import type { KnownValue } from '#shared/assistant/meanings.ts';
import { fold } from '#shared/text/fold.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { Db } from '#server/db/database.ts';

/** Bytes of a table in which values of fields without an index may still be looked for. */
const SMALL_TABLE = 32 * 1024 * 1024;
/** Values of one object at most. */
const MAX_FOUND = 200;

/** Fields in which a part of a question may be looked for: texts of one line and lists of them. */
function textFields(fields: readonly FieldDefinition[], isSmall: boolean): FieldDefinition[] {
  return fields.filter((field) => {
    const { options, kind, freeText } = valueType(field);
    if (options || (freeText !== 'line' && kind !== 'texts')) return false;
    const columns = fieldType(field).columns(field);
    return columns.length > 0 && (isSmall || columns.some(({ index }) => index !== undefined));
  });
}

interface Found {
  readonly field: string;
  readonly value: string;
  readonly id: string | null;
}

/** Every text of a small table in one pass, whatever the case of its letters. */
const inAll = ({ table, definition }: CatalogObject, fields: readonly FieldDefinition[], parts: readonly string[]) => {
  const texts = fields.map((field) => {
    const at = sql.ref(`t.${field.apiName}`);
    const id = field.apiName === definition.nameField ? sql`t.id::text` : sql`null::text`;
    return sql`(${sql.lit(field.apiName)}, ${isList(field) ? at : sql`array[${at}]`}::text[], ${id})`;
  });
  return sql<Found>`
    select distinct texts.field, member as value, texts.id from ${sql.table(table)} t
      cross join lateral (values ${sql.join(texts)}) texts(field, members, id), unnest(texts.members) member
      where lower(member) = any(${parts.map((part) => part.toLowerCase())}::text[]) limit ${sql.lit(MAX_FOUND)}`;
};

/** Texts of a large table that an index finds, as they are written. */
const byIndex = (
  { table, definition }: CatalogObject,
  fields: readonly FieldDefinition[],
  parts: readonly string[],
) => {
  const branches = fields.map((field) => {
    const at = sql.ref(field.apiName);
    const id = field.apiName === definition.nameField ? sql`id::text` : sql`null::text`;
    const held = isList(field)
      ? sql`unnest(${at}) member where ${at} && ${parts}::text[] and member = any(${parts}::text[])`
      : sql`unnest(array[${at}]) member where ${at} = any(${parts}::text[])`;
    return sql`(select distinct ${sql.lit(field.apiName)} as field, member as value, ${id} as id
      from ${sql.table(table)}, ${held} limit ${sql.lit(MAX_FOUND)})`;
  });
  return sql<Found>`${sql.join(branches, sql` union all `)}`;
};

/**
 * The parts of a question that records of an object hold as a value, letter by letter. `parts` are as they were typed;
 * only fields that the asker may list are looked into.
 */
export async function knownValues(
  db: Db,
  object: CatalogObject,
  fields: readonly FieldDefinition[],
  parts: readonly string[],
): Promise<KnownValue[]> {
  const { rows: sizes } = await sql<{ size: string }>`
    select pg_relation_size(${`"${object.table}"`}::regclass)::text as size`.execute(db);
  const isSmall = Number(sizes[0]?.size ?? 0) <= SMALL_TABLE;
  const texts = textFields(fields, isSmall);
  if (texts.length === 0 || parts.length === 0) return [];
  const { rows } = await (isSmall ? inAll : byIndex)(object, texts, parts).execute(db);
  return rows.map(({ field, value, id }) => ({
    text: fold(value),
    object: object.apiName,
    field,
    value,
    ...(id !== null && { id }),
  }));
}
