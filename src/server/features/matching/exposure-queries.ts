import { sql } from 'kysely';
import { type Actor, isStaff } from '#shared/policy/actor.ts';
import { addDays } from '#shared/time/days.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Database, Db } from '#server/db/database.ts';

/** Places of a list that count as shown. */
const FIRST_PLACES = 20;
/** Whole days before today over which lists are counted. */
const DAYS = 30;

interface ShownPage {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly project: string;
  readonly rows: readonly { readonly id: string; readonly place: number }[];
}

/**
 * Counts the institutions of a page that are among the first places: once for a user, a project and a day, however often
 * the list is read. Who asked is kept as a keyed hash, so that the counts lead back to no list. Staff look and do not raise.
 */
export async function noteShown(
  { db, vault }: Database,
  { day, project, rows }: ShownPage,
  actor: Actor,
): Promise<void> {
  const ids = rows.filter(({ place }) => place <= FIRST_PLACES).map(({ id }) => id);
  if (isStaff(actor) || ids.length === 0) return;
  const asker = vault.index([actor.id, project].join('\n'), 'match_shown');
  // In one order, so that two requests cannot wait for each other.
  await sql`
    insert into match_shown (day, asker, institution_id)
    select ${day}::date, ${asker}, id from unnest(${ids}::bigint[]) as id order by id
    on conflict do nothing`.execute(db);
}

/**
 * Lists of the last days that showed each institution among their first places, by id: a list that is read each day is one,
 * or a user would push down what fits by looking at it. The day itself is not counted, so that an order stays as it is
 * while a user goes through its pages.
 */
export async function shownBefore(db: Db, day: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; lists: string }>`
    select institution_id as id, count(distinct asker) as lists from match_shown
    where day >= ${addDays(day, -DAYS)}::date and day < ${day}::date group by institution_id`.execute(db);
  return new Map(rows.map(({ id, lists }) => [id, Number(lists)]));
}

/** Deletes counts of days that no list looks at. Several processes may do this at once. */
export async function sweepShown(db: Db, now: Date): Promise<void> {
  await sql`delete from match_shown where day < ${addDays(shanghaiDay(now), -DAYS)}::date`.execute(db);
}
