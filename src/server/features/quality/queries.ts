import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** What an object's fields were like on a day. */
export interface MeasuredField {
  readonly field: string;
  readonly day: string;
  readonly records: number;
  readonly filled: number;
}

/** What was measured of each object on its last day, by object. */
export async function lastMeasures(db: Db): Promise<Map<string, MeasuredField[]>> {
  const { rows } = await sql<MeasuredField & { object: string }>`
    select object_api_name as object, field, day::text as day, records::integer as records, filled::integer as filled
    from quality_day q
    where day = (select max(day) from quality_day l where l.object_api_name = q.object_api_name)`.execute(db);
  return Map.groupBy(rows, ({ object }) => object);
}

/** Mean share of the filled fields, by object and day, since a day; percent with one decimal. */
export async function sharesSince(db: Db, day: string) {
  const { rows } = await sql<{ object: string; day: string; share: string | null; records: number }>`
    select object_api_name as object, day::text as day, max(records)::integer as records,
      round(avg(filled * 100.0 / nullif(records, 0)), 1)::text as share
    from quality_day where day >= ${day}::date group by object_api_name, day order by day, object_api_name`.execute(db);
  return rows;
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
