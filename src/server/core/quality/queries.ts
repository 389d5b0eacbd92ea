import { sql } from 'kysely';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import type { Db } from '#server/db/database.ts';

/** How far a pass over an object has come; with `lock` no other process goes on with it. */
export async function qualityState(db: Db, apiName: string, lock: boolean) {
  const query = db.selectFrom('quality_state').selectAll().where('object_api_name', '=', apiName);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Begins a pass over an object's records, unless one is under way. */
export async function beginQualityPass(db: Db, apiName: string, at: Date): Promise<void> {
  await sql`
    insert into quality_state as kept (object_api_name, began_at) values (${apiName}, ${at}::timestamptz)
    on conflict (object_api_name) do update set began_at = excluded.began_at, passed_to = 0
      where kept.began_at is null`.execute(db);
}

export async function noteQualityPassed(trx: Db, apiName: string, passedTo: string): Promise<void> {
  await trx.updateTable('quality_state').set({ passed_to: passedTo }).where('object_api_name', '=', apiName).execute();
}

/** A record that the rules refuse. */
export interface Breach {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly string[];
  readonly problems: string;
}

/** Keeps which of these records the rules refuse; what was said of the others goes. */
export async function keepBreaches(
  trx: Db,
  apiName: string,
  ids: readonly string[],
  breaches: readonly Breach[],
  at: Date,
): Promise<void> {
  const refused = breaches.map(({ id }) => id);
  await sql`
    delete from rule_breach where object_api_name = ${apiName}
      and record_id = any(${ids}::bigint[]) and record_id <> all(${refused}::bigint[])`.execute(trx);
  if (breaches.length === 0) return;
  await sql`
    insert into rule_breach (object_api_name, record_id, record_name, fields, problems, found_at, seen_at)
    select ${apiName}, id, name, array(select jsonb_array_elements_text(fields)), problems, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(breaches)}::jsonb) as one(id bigint, name text, fields jsonb, problems text)
    on conflict (object_api_name, record_id) do update
      set record_name = excluded.record_name, fields = excluded.fields, problems = excluded.problems,
        seen_at = excluded.seen_at`.execute(trx);
}

/** A value of which a source states something else than is counted. */
export interface StatedDifference {
  readonly id: string;
  readonly field: string;
  readonly name: string;
  readonly label: string;
  readonly stated: string;
  readonly source: string;
  readonly pinned: boolean;
  readonly counted: string;
}

/** Keeps what is stated of these records and differs from the count; what no longer differs goes. */
export async function keepDifferences(
  trx: Db,
  apiName: string,
  ids: readonly string[],
  differences: readonly StatedDifference[],
  at: Date,
): Promise<void> {
  const found = sql`jsonb_to_recordset(${JSON.stringify(differences)}::jsonb) as one(
    id bigint, field text, name text, label text, stated text, source text, pinned boolean, counted text)`;
  await sql`
    delete from stated_difference kept where object_api_name = ${apiName} and record_id = any(${ids}::bigint[])
      and not exists (select 1 from ${found} where one.id = kept.record_id and one.field = kept.field)`.execute(trx);
  if (differences.length === 0) return;
  await sql`
    insert into stated_difference
      (object_api_name, record_id, field, record_name, field_label, stated, source, pinned, counted, found_at, seen_at)
    select ${apiName}, id, field, name, label, stated, source, pinned, counted, ${at}::timestamptz, ${at}::timestamptz
    from ${found}
    on conflict (object_api_name, record_id, field) do update
      set record_name = excluded.record_name, field_label = excluded.field_label, stated = excluded.stated,
        source = excluded.source, pinned = excluded.pinned, counted = excluded.counted, seen_at = excluded.seen_at`.execute(
    trx,
  );
}

/** Ends a pass: counts the records and the filled fields, and forgets breaches of records that are gone. */
export async function endQualityPass(
  trx: Db,
  object: { readonly apiName: string; readonly table: string; readonly version: number },
  fields: readonly FieldDefinition[],
  { beganAt, at, day }: { readonly beganAt: string; readonly at: Date; readonly day: string },
): Promise<void> {
  const { apiName, table, version } = object;
  const filled = fields.map((field, index) => {
    const columns = fieldType(field).columns(field);
    const any = sql.join(
      columns.map(({ name }) => sql`${sql.ref(name)} is not null`),
      sql` or `,
    );
    return sql`count(*) filter (where ${any}) as ${sql.ref(`f${index}`)}`;
  });
  const { rows } = await sql<Record<string, string>>`
    select ${sql.join([sql`count(*) as records`, ...filled])} from ${sql.table(table)}`.execute(trx);
  const [row = {}] = rows;
  const counts = fields.map(({ apiName: field }, index) => ({ field, filled: row[`f${index}`] ?? '0' }));
  await sql`delete from quality_day where object_api_name = ${apiName} and day = ${day}::date`.execute(trx);
  await sql`
    insert into quality_day (object_api_name, field, day, records, filled)
    select ${apiName}, field, ${day}::date, ${row['records'] ?? '0'}::bigint, filled
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as one(field text, filled bigint)`.execute(trx);
  await sql`
    delete from rule_breach where object_api_name = ${apiName} and seen_at < ${beganAt}::timestamptz`.execute(trx);
  await sql`
    delete from stated_difference where object_api_name = ${apiName} and seen_at < ${beganAt}::timestamptz`.execute(
    trx,
  );
  await trx
    .updateTable('quality_state')
    .set({ began_at: null, passed_at: at, version })
    .where('object_api_name', '=', apiName)
    .execute();
}
