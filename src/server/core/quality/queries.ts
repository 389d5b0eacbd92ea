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
    on conflict (object_api_name) do update set began_at = excluded.began_at, passed_to = 0, checked = 0, wrong = 0
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

/** Sources that an object is split by; what the others brought in is in the figures of the object. */
const MOST_SOURCES = 20;

interface MeasuredField {
  readonly field: FieldDefinition;
  readonly weight: number;
  /** Day before which its values are out of date; undefined where they never are. */
  readonly staleBefore: string | undefined;
}

/** What is counted of the records of an object. */
export interface Measure {
  readonly fields: readonly MeasuredField[];
  /** The field that says up to when a record is known to be right. */
  readonly asOf: FieldDefinition | undefined;
  readonly staleBefore: string | undefined;
  /** The field that names where a record is from. */
  readonly source: FieldDefinition | undefined;
}

const filledIn = (field: FieldDefinition) =>
  sql.join(
    fieldType(field)
      .columns(field)
      .map(({ name }) => sql`${sql.ref(name)} is not null`),
    sql` or `,
  );

/** Counts the records, in all and by source, and in each how many have each field filled in, and how much is out of date. */
async function measured(trx: Db, table: string, { fields, asOf, staleBefore, source }: Measure) {
  const [asOfColumn] = asOf ? fieldType(asOf).columns(asOf) : [];
  const [sourceColumn] = source ? fieldType(source).columns(source) : [];
  const isOld = (day: string) => {
    const ref = sql.ref(asOfColumn?.name ?? '');
    return sql`(${ref} is null or ${ref} < ${day}::date)`;
  };
  const counts = fields.flatMap(({ field, staleBefore: day }, index) => [
    sql`count(*) filter (where ${filledIn(field)}) as ${sql.ref(`f${index}`)}`,
    day === undefined
      ? sql`null::bigint as ${sql.ref(`s${index}`)}`
      : sql`count(*) filter (where (${filledIn(field)}) and ${isOld(day)}) as ${sql.ref(`s${index}`)}`,
  ]);
  const stale = staleBefore === undefined ? sql`null::bigint` : sql`count(*) filter (where ${isOld(staleBefore)})`;
  const by = sourceColumn ? sql.ref(sourceColumn.name) : sql`null::text`;
  const sets = sourceColumn ? sql`grouping sets ((), (${by}))` : sql`grouping sets (())`;
  const isPart = sourceColumn ? sql`grouping(${by})` : sql`1`;
  const { rows } = await sql<Record<string, string | null>>`
    select ${isPart} as whole, ${sourceColumn ? by : sql`null::text`} as source, count(*) as records, ${stale} as stale,
      ${sql.join(counts)}
    from ${sql.table(table)} group by ${sets} order by 1 desc, 3 desc, 2 limit ${MOST_SOURCES + 1}`.execute(trx);
  return rows;
}

/** Mean share of the filled fields, each by its weight, in percent; null where nothing is weighed. */
function shareOf(row: Record<string, string | null>, fields: readonly MeasuredField[]): string | null {
  const all = Number(row['records']) * fields.reduce((sum, { weight }) => sum + weight, 0);
  const filled = fields.reduce((sum, { weight }, index) => sum + weight * Number(row[`f${index}`]), 0);
  return all === 0 ? null : ((filled * 100) / all).toFixed(1);
}

/** Ends a pass: counts the records and the filled fields, and forgets breaches of records that are gone. */
export async function endQualityPass(
  trx: Db,
  { apiName, table, version }: { readonly apiName: string; readonly table: string; readonly version: number },
  measure: Measure,
  { beganAt, at, day }: { readonly beganAt: string; readonly at: Date; readonly day: string },
): Promise<void> {
  const [row = {}, ...parts] = await measured(trx, table, measure);
  const counts = measure.fields.map(({ field }, index) => ({
    field: field.apiName,
    filled: row[`f${index}`] ?? '0',
    stale: row[`s${index}`] ?? null,
  }));
  await sql`delete from quality_day where object_api_name = ${apiName} and day = ${day}::date`.execute(trx);
  await sql`
    insert into quality_day (object_api_name, field, day, records, filled, stale)
    select ${apiName}, field, ${day}::date, ${row['records'] ?? '0'}::bigint, filled, stale
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as one(field text, filled bigint, stale bigint)`.execute(
    trx,
  );
  const sources = parts.map((part) => ({
    ...part,
    source: part['source'] ?? '',
    share: shareOf(part, measure.fields),
  }));
  await sql`delete from quality_source where object_api_name = ${apiName}`.execute(trx);
  await sql`
    insert into quality_source (object_api_name, source, records, share, stale)
    select ${apiName}, source, records, share, stale
    from jsonb_to_recordset(${JSON.stringify(sources)}::jsonb)
      as one(source text, records bigint, share numeric, stale bigint)`.execute(trx);
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
