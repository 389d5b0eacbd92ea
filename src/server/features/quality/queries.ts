import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** What an object's fields were like on a day. */
export interface MeasuredField {
  readonly field: string;
  readonly day: string;
  readonly records: number;
  readonly filled: number;
  /** Values out of date; null where the field has no term. */
  readonly stale: number | null;
}

/** What was measured of each object on its last day, by object. */
export async function lastMeasures(db: Db): Promise<Map<string, MeasuredField[]>> {
  const { rows } = await sql<MeasuredField & { object: string }>`
    select object_api_name as object, field, day::text as day, records::integer as records, filled::integer as filled,
      stale::integer as stale
    from quality_day q
    where day = (select max(day) from quality_day l where l.object_api_name = q.object_api_name)`.execute(db);
  return Map.groupBy(rows, ({ object }) => object);
}

/** What a field counts for. */
interface Weight {
  readonly object: string;
  readonly field: string;
  readonly weight: number;
}

/** Mean share of the filled fields, each by its weight, by object and day, since a day; percent with one decimal. */
export async function sharesSince(db: Db, day: string, weights: readonly Weight[]) {
  const { rows } = await sql<{ object: string; day: string; share: string | null; records: number }>`
    select q.object_api_name as object, q.day::text as day, max(q.records)::integer as records,
      round(sum(w.weight * q.filled) * 100.0 / nullif(sum(w.weight * q.records), 0), 1)::text as share
    from quality_day q
    join jsonb_to_recordset(${JSON.stringify(weights)}::jsonb) as w(object text, field text, weight bigint)
      on w.object = q.object_api_name and w.field = q.field
    where q.day >= ${day}::date group by q.object_api_name, q.day order by q.day, q.object_api_name`.execute(db);
  return rows;
}

/** The records of each source as the last pass found them, by object, greatest first. */
export async function lastSources(db: Db) {
  const { rows } = await sql<{
    object: string;
    source: string;
    records: number;
    share: string | null;
    stale: number | null;
  }>`
    select object_api_name as object, source, records::integer as records, share::text as share, stale::integer as stale
    from quality_source order by records desc, source`.execute(db);
  return Map.groupBy(rows, ({ object }) => object);
}

/** How many problems the last passes found, by kind and object. */
export async function findingCounts(db: Db) {
  const { rows } = await sql<{ kind: string; object: string; count: number }>`
    select kind, object_api_name as object, count(*)::integer as count from quality_finding
    group by kind, object_api_name order by count desc, object`.execute(db);
  return Map.groupBy(rows, ({ kind }) => kind);
}

/** Records whose roll-ups and look-ups the last passes counted again, and values that were wrong. */
export async function checkedCounts(db: Db) {
  const { rows } = await sql<{ checked: number; wrong: number }>`
    select coalesce(sum(checked), 0)::integer as checked, coalesce(sum(wrong), 0)::integer as wrong
    from quality_state`.execute(db);
  return rows[0] ?? { checked: 0, wrong: 0 };
}

/** When the last pass over each object ended; null where one has never been through. */
export async function passEnds(db: Db): Promise<Map<string, string | null>> {
  const rows = await db.selectFrom('quality_state').select(['object_api_name', 'passed_at']).execute();
  return new Map(rows.map((row) => [row.object_api_name, row.passed_at]));
}

/** How many pairs of records wait for a decision, by grade. */
export async function openPairs(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ grade: number; count: number }>`
    select grade, count(*)::integer as count from duplicate_pair where state = 'open' group by grade`.execute(db);
  return new Map(rows.map(({ grade, count }) => [grade, count]));
}

/** When the last pass that looks for duplicates ended, of the object that waits longest; null where one never did. */
export async function duplicatesPassedAt(db: Db): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select case when bool_and(passed_at is not null) then min(passed_at) end as at
    from match_state where fingerprint <> ''`.execute(db);
  return rows[0]?.at ?? null;
}

export async function breachCount(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from rule_breach`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Values of which a source states something else than is counted. */
export async function differenceCount(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from stated_difference`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Values that wait to be worked out again: how many records, how many failed before, and since when the oldest. */
export async function waitingMarks(db: Db) {
  const { rows } = await sql<{ records: number; failed: number; oldest: string | null }>`
    select count(distinct (object_api_name, record_id))::integer as records,
      count(*) filter (where tries > 0)::integer as failed, min(at) as oldest
    from derived_mark`.execute(db);
  return rows[0] ?? { records: 0, failed: 0, oldest: null };
}
