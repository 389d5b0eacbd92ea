import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Finding } from './finding.ts';

/** Days for which a value that was wrong and was put right stays listed. */
const KEPT_DAYS = 30;

/** How records went that are no longer there, with their names. */
export async function goneNames(
  trx: Db,
  apiName: string,
  ids: readonly string[],
): Promise<Map<string, { readonly kind: string; readonly name: string }>> {
  const { rows } = await sql<{ id: string; kind: string; name: string }>`
    select record_id::text as id, kind, name from gone_record
    where object_api_name = ${apiName} and record_id = any(${ids}::bigint[])`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Names of records by id. */
export async function namesOf(
  trx: Db,
  { table, definition }: { readonly table: string; readonly definition: { readonly nameField: string } },
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string | null }>`
    select id::text, ${sql.ref(definition.nameField)} as name from ${sql.table(table)}
    where id = any(${ids}::bigint[])`.execute(trx);
  return new Map(rows.map(({ id, name }) => [id, name ?? '']));
}

/** Records that name one of these by a reference. */
export async function idsLinkingTo(
  trx: Db,
  table: string,
  column: string,
  parents: readonly string[],
): Promise<string[]> {
  if (parents.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id::text from ${sql.table(table)} where ${sql.ref(column)} = any(${parents}::bigint[])`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Keeps what was found in these records; what is no longer found goes, save values that were put right. */
export async function keepFindings(
  trx: Db,
  apiName: string,
  ids: readonly string[],
  findings: readonly Finding[],
  at: Date,
): Promise<void> {
  const found = sql`jsonb_to_recordset(${JSON.stringify(findings)}::jsonb) as one(
    kind text, id bigint, name text, field text, label text, problem text)`;
  await sql`
    delete from quality_finding kept where object_api_name = ${apiName} and record_id = any(${ids}::bigint[])
      and kind <> 'wrongValue'
      and not exists (select 1 from ${found}
        where one.id = kept.record_id and one.kind = kept.kind and one.field = kept.field)`.execute(trx);
  if (findings.length === 0) return;
  await sql`
    insert into quality_finding as kept
      (object_api_name, record_id, kind, field, record_name, field_label, problem, found_at, seen_at)
    select ${apiName}, id, kind, field, name, label, problem, ${at}::timestamptz, ${at}::timestamptz from ${found}
    on conflict (object_api_name, record_id, kind, field) do update
      set record_name = excluded.record_name, field_label = excluded.field_label, problem = excluded.problem,
        found_at = case kept.kind when 'wrongValue' then excluded.found_at else kept.found_at end,
        seen_at = excluded.seen_at`.execute(trx);
}

/** Ends a pass: forgets what was found in records that are gone, and values that were put right some time ago. */
export async function forgetFindings(trx: Db, apiName: string, beganAt: string, at: Date): Promise<void> {
  await sql`
    delete from quality_finding where object_api_name = ${apiName} and case kind
      when 'wrongValue' then found_at < ${at}::timestamptz - make_interval(days => ${KEPT_DAYS})
      else seen_at < ${beganAt}::timestamptz end`.execute(trx);
}

/** Records of which something waits to be counted again. */
export async function markedIds(trx: Db, apiName: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct record_id::text as id from derived_mark
    where object_api_name = ${apiName} and record_id = any(${ids}::bigint[])`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** How many records the object had at the end of its last pass. */
export async function recordsAtLastPass(trx: Db, apiName: string): Promise<number> {
  const { rows } = await sql<{ records: number }>`
    select records::integer as records from quality_day where object_api_name = ${apiName}
    order by day desc limit 1`.execute(trx);
  return rows[0]?.records ?? 0;
}

/** Adds to what a pass has checked and found wrong. */
export async function noteChecked(trx: Db, apiName: string, checked: number, wrong: number): Promise<void> {
  await sql`update quality_state set checked = checked + ${checked}, wrong = wrong + ${wrong}
    where object_api_name = ${apiName}`.execute(trx);
}
