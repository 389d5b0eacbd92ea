import { sql } from 'kysely';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { Db } from '#server/db/database.ts';

/** What one source states of one value of a record. */
export interface StatedRow {
  readonly recordId: string;
  readonly field: string;
  /** Where the value is from, as users read it. */
  readonly source: string;
  readonly value: FieldValue;
  /** Day, month or year that the value is of. */
  readonly asOf: string | null;
  /** Account of the user who brought the value in. */
  readonly actor: string;
  readonly reason: string;
  /** Where the source can be read; http or https. */
  readonly url: string | null;
}

/** What was stated, as it is kept. */
export interface KeptStated extends StatedRow {
  readonly seenAt: string;
  /** Is it in effect whatever is counted, and until what day? */
  readonly pinned: boolean;
  readonly pinnedUntil: string | null;
  /** CNY for one unit of the currency of an amount on the day that it is of. */
  readonly rate: string | null;
}

/** Keeps what sources state, over what each of them stated before of the same value; never over what is newer. */
export async function insertStated(
  trx: Db,
  objectApiName: string,
  rows: readonly StatedRow[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into stated_value as kept (object_api_name, record_id, field, source, value, as_of, seen_at, actor, reason, source_url)
    select ${objectApiName}, "recordId", field, source, value, "asOf", ${now}::timestamptz, actor, reason, url
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as incoming("recordId" bigint, field text, source text,
      value jsonb, "asOf" text, actor text, reason text, url text)
    on conflict (object_api_name, record_id, field, source) where not pinned do update
    set value = excluded.value, as_of = excluded.as_of, seen_at = excluded.seen_at, actor = excluded.actor,
      reason = excluded.reason, source_url = excluded.source_url
    where kept.as_of is null or excluded.as_of is null or excluded.as_of collate "C" >= kept.as_of collate "C"`.execute(
    trx,
  );
}

/** Takes back what sources stated. */
export async function removeStated(
  trx: Db,
  objectApiName: string,
  rows: readonly Pick<StatedRow, 'recordId' | 'field' | 'source'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    delete from stated_value kept using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as gone("recordId" bigint, field text, source text)
    where kept.object_api_name = ${objectApiName} and kept.record_id = gone."recordId" and kept.field = gone.field
      and kept.source = gone.source and not kept.pinned`.execute(trx);
}

/**
 * All that is stated of some records, what is newest first. What is pinned and what is not have an index each: a question
 * for both at once would read the whole table.
 */
export async function statedRows(db: Db, objectApiName: string, ids: readonly string[]): Promise<KeptStated[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<KeptStated>`
    select s.record_id::text as "recordId", s.field, s.source, s.value, s.as_of as "asOf", s.actor, s.reason,
      s.source_url as url, s.seen_at as "seenAt", s.pinned, s.pinned_until::text as "pinnedUntil", r.cny as rate
    from (
      select * from stated_value where object_api_name = ${objectApiName} and record_id = any(${ids}::bigint[]) and not pinned
      union all
      select * from stated_value where object_api_name = ${objectApiName} and record_id = any(${ids}::bigint[]) and pinned) s
    left join lateral (
      select cny::text from exchange_rate e where e.currency = s.value ->> 'currency'
        and e.day <= coalesce(left(s.as_of || '-01-01', 10)::date, (s.seen_at at time zone 'Asia/Shanghai')::date)
      order by e.day desc limit 1) r on jsonb_typeof(s.value) = 'object'
    order by s.as_of collate "C" desc nulls last, s.seen_at desc, s.id desc`.execute(db);
  return rows;
}

/** Marks all records of which amounts in other currencies are stated: they come to something else at new rates. */
export async function markStatedAmounts(trx: Db): Promise<void> {
  await sql`
    insert into derived_mark (object_api_name, group_key, record_id, cause)
    select distinct object_api_name, '', record_id, 'rates' from stated_value
    where value ->> 'currency' <> 'CNY'`.execute(trx);
}

/** Keeps what is in effect for a value whatever is counted, instead of what was so before. */
export async function insertPin(
  trx: Db,
  objectApiName: string,
  { recordId, field, source, value, asOf, actor, reason, url, until }: StatedRow & { readonly until: string | null },
  now: Date,
): Promise<void> {
  await sql`
    insert into stated_value (object_api_name, record_id, field, source, value, as_of, seen_at, actor, reason, source_url,
      pinned, pinned_until)
    values (${objectApiName}, ${recordId}, ${field}, ${source}, ${JSON.stringify(value)}::jsonb, ${asOf},
      ${now}::timestamptz, ${actor}, ${reason}, ${url}, true, ${until}::date)
    on conflict (object_api_name, record_id, field) where pinned do update
    set source = excluded.source, value = excluded.value, as_of = excluded.as_of, seen_at = excluded.seen_at,
      actor = excluded.actor, reason = excluded.reason, source_url = excluded.source_url,
      pinned_until = excluded.pinned_until`.execute(trx);
}

/** Ends what is pinned of a value; false where nothing is. */
export async function removePin(trx: Db, objectApiName: string, recordId: string, field: string): Promise<boolean> {
  const { rows } = await sql`
    delete from stated_value where object_api_name = ${objectApiName} and record_id = ${recordId} and field = ${field}
      and pinned returning id`.execute(trx);
  return rows.length > 0;
}

/** Ends what was pinned until a day before this one, and marks its records; true where there was any. */
export async function endPins(db: Db, today: string): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      delete from stated_value where pinned_until < ${today}::date and pinned returning object_api_name, record_id)
    insert into derived_mark (object_api_name, group_key, record_id, cause)
    select distinct object_api_name, '', record_id, 'expired' from ended order by 1, 3 returning seq`.execute(db);
  return rows.length > 0;
}
