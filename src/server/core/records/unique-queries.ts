import { type RawBuilder, sql } from 'kysely';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import type { UniqueKey } from '#generators/unique.ts';
import { keyColumn } from '#generators/unique-storage.ts';
import { foldCase } from '#shared/conditions/fold-case.ts';
import type { Db } from '#server/db/database.ts';

/** What a record is compared by, one entry for each column of the key; undefined where one of them has no value. */
export function keyOf({ columns }: UniqueKey, values: RecordValues): readonly unknown[] | undefined {
  const kept = new Map<FieldDefinition, readonly unknown[]>();
  const places = new Map<FieldDefinition, number>();
  const key = columns.map(({ field, folds }) => {
    const at = places.get(field) ?? 0;
    places.set(field, at + 1);
    let own = kept.get(field);
    if (!own) kept.set(field, (own = fieldType(field).toColumns(values[field.apiName], field)));
    const value = own[at] ?? null;
    return folds && typeof value === 'string' ? foldCase(value) : value;
  });
  return key.includes(null) ? undefined : key;
}

const names = ({ columns }: UniqueKey) => columns.map((_, index) => sql.ref(`k${index}`));

/** The keys whose indexes do not hold yet, in the order of their names: they are being built, or could not be. */
export async function keysBeingBuilt(db: Db, keys: readonly UniqueKey[]): Promise<UniqueKey[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = any(${keys.map(({ index }) => index)}::text[]) and i.indisvalid`.execute(db);
  const ready = new Set(rows.map(({ name }) => name));
  return keys.filter(({ index }) => !ready.has(index)).toSorted((a, b) => (a.index < b.index ? -1 : 1));
}

/** Has other writers of the object wait until this transaction ends, as long as no index holds the key. */
export async function lockKey(trx: Db, { index }: UniqueKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${index}))`.execute(trx);
}

/** Which records have the keys of candidates already, by the place of the candidate. Records in `beside` are looked past. */
export async function holdersOf(
  db: Db,
  table: string,
  key: UniqueKey,
  candidates: readonly { readonly at: number; readonly self: string | undefined; readonly key: readonly unknown[] }[],
  beside: readonly string[] = [],
): Promise<Map<number, string>> {
  if (candidates.length === 0) return new Map();
  const asked = candidates.map((one) => ({
    at: one.at,
    self: one.self ?? null,
    ...Object.fromEntries(one.key.map((value, index) => [`k${index}`, value])),
  }));
  const typed = key.columns.map(({ column }, index) => `k${index} ${column.sqlType}`).join(', ');
  const same: RawBuilder<unknown>[] = key.columns.map(
    (column, index) => sql`${sql.raw(keyColumn(column, 'kept.'))} = ${sql.ref(`asked.k${index}`)}`,
  );
  const { rows } = await sql<{ at: number; id: string }>`
    select asked.at, min(kept.id)::text as id
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked(at integer, self bigint, ${sql.raw(typed)})
    join ${sql.table(table)} as kept on ${sql.join(same, sql` and `)}
    where kept.id is distinct from asked.self and kept.id <> all(${beside}::bigint[])
    group by asked.at`.execute(db);
  return new Map(rows.map(({ at, id }) => [at, id]));
}

/** How many records share their key with another one, and the first of them by id. */
export async function recordsAlike(
  db: Db,
  table: string,
  key: UniqueKey,
  mostIds: number,
): Promise<{ readonly count: number; readonly ids: readonly string[] }> {
  const columns = key.columns.map((column) => sql.raw(keyColumn(column)));
  const places = names(key);
  const known = columns.map((column) => sql`${column} is not null`);
  const { rows } = await sql<{ count: number; ids: readonly string[] | null }>`
    with several as (
      select ${sql.join(columns.map((column, index) => sql`${column} as ${places[index]}`))}
      from ${sql.table(table)} where ${sql.join(known, sql` and `)}
      group by ${sql.join(columns)} having count(*) > 1),
    alike as (
      select kept.id from ${sql.table(table)} as kept join several
      on ${sql.join(
        key.columns.map(
          (column, index) => sql`${sql.raw(keyColumn(column, 'kept.'))} = ${sql.ref(`several.k${index}`)}`,
        ),
        sql` and `,
      )})
    select count(*)::integer as count,
      array(select id::text from alike order by alike.id limit ${sql.lit(mostIds)}) as ids from alike`.execute(db);
  return { count: rows[0]?.count ?? 0, ids: rows[0]?.ids ?? [] };
}
