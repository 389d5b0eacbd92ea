import { sql } from 'kysely';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Conversion, WireChange } from '#generators/conversions.ts';
import { fieldType, isComputed } from '#generators/field-types/registry.ts';
import { tableOf } from '#generators/storage.ts';
import type { Db } from '#server/db/database.ts';

/** Did a field ever hold a value: in a record of today, in one that was put away, or in what history says of any? */
async function everHeld(db: Db, object: ObjectDefinition, field: FieldDefinition): Promise<boolean> {
  const columns = fieldType(field)
    .columns(field)
    .map(({ name }) => name);
  const isFilled = sql.join(
    columns.map((name) => sql`${sql.ref(name)} is not null`),
    sql` or `,
  );
  const { rows } = await sql<{ held: boolean }>`
    select exists (select 1 from ${sql.table(tableOf(object))} where ${isFilled})
      or exists (select 1 from gone_record where object_api_name = ${object.apiName}
        and jsonb_strip_nulls(row) ?| ${columns}::text[])
      or exists (select 1 from record_history where object_api_name = ${object.apiName}
        and changes ? ${field.apiName}::text)
      or exists (select 1 from correction where object_api_name = ${object.apiName} and field = ${field.apiName})
      as held`.execute(db);
  return rows[0]?.held ?? true;
}

/** Those of some fields that never held anything. What is worked out may have been shown, and counts as held. */
export async function neverHeld(
  db: Db,
  object: ObjectDefinition,
  fields: readonly FieldDefinition[],
): Promise<ReadonlySet<string>> {
  const free = new Set<string>();
  for (const field of fields) if (!isComputed(field) && !(await everHeld(db, object, field))) free.add(field.apiName);
  return free;
}

/** A value on the wire as one of the new type, as SQL over an expression of type jsonb. */
const onTheWire = (value: ReturnType<typeof sql>, wire: WireChange) => sql`
  case when ${value} is null or jsonb_typeof(${value}) = 'null' then ${value}
    else ${wire === 'toText' ? sql`to_jsonb(${value} #>> '{}')` : sql`jsonb_build_array(${value})`} end`;

/**
 * What is kept of the values of a converted field elsewhere becomes values of the new type too: histories show them and
 * records that are brought back have them.
 */
export async function convertKept(trx: Db, objectApiName: string, { to, after, wire }: Conversion): Promise<void> {
  const { apiName } = to;
  const change = (side: 'before' | 'after') => onTheWire(sql`(changes -> ${apiName}::text -> ${side}::text)`, wire);
  await sql`
    update record_history set changes = changes || jsonb_build_object(${apiName}::text,
      (changes -> ${apiName}::text) || jsonb_build_object('before', ${change('before')}, 'after', ${change('after')}))
    where object_api_name = ${objectApiName} and changes ? ${apiName}::text`.execute(trx);
  await sql`
    update correction set before = ${onTheWire(sql`before`, wire)}, proposed = ${onTheWire(sql`proposed`, wire)}
    where object_api_name = ${objectApiName} and field = ${apiName}`.execute(trx);
  if (wire !== 'toList') return;
  await sql`
    update gone_record set row = row || jsonb_build_object(${after.name}::text, jsonb_build_array(row -> ${after.name}::text))
    where object_api_name = ${objectApiName} and jsonb_typeof(row -> ${after.name}::text) in ('string', 'number')`.execute(
    trx,
  );
}
