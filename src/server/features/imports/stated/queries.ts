import { sql } from 'kysely';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { Db } from '#server/db/database.ts';

/** What an import stated of one value, and the row of the same source that it replaced. */
export interface StatedByImport {
  readonly recordId: string;
  readonly field: string;
  readonly source: string;
  readonly before: object | null;
  readonly after: FieldValue;
}

/** Notes what an import states, so that it can be taken back. */
export async function noteStated(
  trx: Db,
  jobId: string,
  objectApiName: string,
  rows: readonly StatedByImport[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into stated_import (job_id, object_api_name, record_id, field, source, before, after)
    select ${jobId}, ${objectApiName}, "recordId", field, source, before, after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as incoming("recordId" bigint, field text, source text,
      before jsonb, after jsonb)`.execute(trx);
}

/** A value that is as it was before an import stated another one. */
export interface TakenBack {
  readonly objectApiName: string;
  readonly recordId: string;
  readonly field: string;
  readonly source: string;
}

/**
 * Takes back the last statements of an import, newest first: what it replaced is stated again, and what was stated
 * since is left alone. Empty when there are none left.
 */
export async function takeBackStated(trx: Db, jobId: string, limit: number): Promise<TakenBack[]> {
  const { rows } = await sql<TakenBack>`
    with taken as (
      delete from stated_import where id in (
        select id from stated_import where job_id = ${jobId} order by id desc limit ${limit})
      returning *),
    first as (
      select distinct on (object_api_name, record_id, field, source) *,
        last_value(after) over (partition by object_api_name, record_id, field, source order by id
          rows between unbounded preceding and unbounded following) as last
      from taken order by object_api_name, record_id, field, source, id),
    gone as (
      delete from stated_value v using first f
      where f.before is null and v.object_api_name = f.object_api_name and v.record_id = f.record_id
        and v.field = f.field and v.source = f.source and not v.pinned and v.value = f.last),
    back as (
      update stated_value v set value = f.before -> 'value', as_of = f.before ->> 'asOf', actor = f.before ->> 'actor',
        reason = f.before ->> 'reason', source_url = f.before ->> 'url', seen_at = (f.before ->> 'seenAt')::timestamptz
      from first f
      where f.before is not null and v.object_api_name = f.object_api_name and v.record_id = f.record_id
        and v.field = f.field and v.source = f.source and not v.pinned and v.value = f.last)
    select object_api_name as "objectApiName", record_id::text as "recordId", field, source from taken`.execute(trx);
  return rows;
}
