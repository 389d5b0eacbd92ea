import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Rows cleared away in one go, at most. */
const SWEEP = 50;

/**
 * Adds a stamp (microseconds since 1970) to each subject and gives all stamps of each that are younger than `since`, and those of
 * `older`, by which the subjects were counted under another key. Rows stay
 * locked until the transaction ends, always in the same order: of several processes one counts at a time.
 */
export async function addStamps(
  trx: Db,
  { subjects, older }: { readonly subjects: readonly string[]; readonly older: readonly string[] },
  stamp: number,
  since: number,
  now: Date,
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ subject: string; at: string[] }>`
    with counted as (insert into attempt as kept (subject, at, touched_at)
      select subject, array[${stamp}::bigint], ${now}::timestamptz
        from unnest(${[...subjects].toSorted()}::text[]) subject order by subject
    on conflict (subject) do update
      set at = array(select moment from unnest(kept.at) moment where moment > ${since}::bigint order by moment) || excluded.at,
          touched_at = excluded.touched_at
    returning subject, at)
    select subject, at from counted
    union all
    select subject, array(select moment from unnest(at) moment where moment > ${since}::bigint order by moment)
      from attempt where subject = any(${[...older]}::text[])`.execute(trx);
  return new Map(rows.map(({ subject, at }) => [subject, at.map(Number)]));
}

/** Takes one stamp back from `subjects` and every one from `cleared`. */
export async function takeStampsBack(
  db: Db,
  subjects: readonly string[],
  stamp: number,
  cleared: readonly string[],
): Promise<void> {
  await sql`
    update attempt
      set at = case when subject = any(${cleared}::text[]) then '{}' else array_remove(at, ${stamp}::bigint) end
      where subject in (
        select subject from attempt where subject = any(${[...subjects, ...cleared]}::text[]) order by subject for update
      )`.execute(db);
}

/** Clears away what has not been touched since an instant, some at a time. */
export async function sweepAttempts(db: Db, before: Date): Promise<void> {
  await sql`
    delete from attempt where subject in (
      select subject from attempt where touched_at < ${before} order by touched_at limit ${SWEEP} for update skip locked
    )`.execute(db);
}
