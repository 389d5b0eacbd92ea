import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Ways in which records are read: lists and pages, search and questions, programs with a key, files. */
export const WAYS = ['lists', 'searches', 'programs', 'exports'] as const;
export type Way = (typeof WAYS)[number];
export type Counts = Record<Way, number>;

export const sum = (counts: Counts): number => WAYS.reduce((total, way) => total + counts[way], 0);

/** Days that say what an account is used to, and how many of them it takes. */
const USUAL_DAYS = 30;
const LEAST_DAYS = 5;

const TOTAL = sql`(lists + searches + programs + exports)`;

/** What is known of an account before it reads more today. */
export interface KnownUse {
  readonly rows: number;
  /** The median of the days before on which it read; null where those are few. */
  readonly usual: number | null;
  readonly pacedUntil: string | null;
}

export async function knownUse(db: Db, accountId: string, day: string): Promise<KnownUse> {
  const { rows } = await sql<{ rows: number; usual: number | null; paced: string | null }>`
    select coalesce(sum(${TOTAL}) filter (where day = ${day}::date), 0)::integer as rows,
      case when count(*) filter (where day < ${day}::date and ${TOTAL} > 0) >= ${LEAST_DAYS}::integer then
        percentile_disc(0.5) within group (order by ${TOTAL}) filter (where day < ${day}::date and ${TOTAL} > 0)
      end as usual,
      max(paced_until) filter (where day = ${day}::date) as paced
    from row_day where account_id = ${accountId}::bigint
      and day between ${day}::date - ${USUAL_DAYS}::integer and ${day}::date`.execute(db);
  const { rows: read = 0, usual = null, paced = null } = rows[0] ?? {};
  return { rows: read, usual, pacedUntil: paced };
}

/** What visitors of a network read today, before they read more. */
export async function knownVisitorUse(db: Db, network: string, day: string): Promise<KnownUse> {
  const row = await db
    .selectFrom('visitor_row_day')
    .select('rows')
    .where('network', '=', network)
    .where('day', '=', day)
    .executeTakeFirst();
  return { rows: row?.rows ?? 0, usual: null, pacedUntil: null };
}

/** What a process counted for an account since it last said so. */
export interface CountedUse extends Counts {
  readonly account: string;
  readonly day: string;
  readonly budget: number | null;
  readonly usual: number | null;
  readonly slowed: boolean;
  readonly spent: boolean;
  /** Milliseconds by which the account is to wait for what it read while it was slowed down. */
  readonly pace: number;
}

/** What all processes together counted for an account. */
interface StoredUse {
  readonly account: string;
  readonly day: string;
  readonly rows: number;
  readonly pacedUntil: string | null;
}

/**
 * Adds what was counted to what other processes counted, one statement for all accounts, and gives the sums. Accounts come in
 * one order, so that two processes cannot wait for each other; one that is closed or gone is left out.
 */
export async function storeUse(
  db: Db,
  counted: readonly CountedUse[],
  now: Date,
  longestMs: number,
): Promise<StoredUse[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const ms = (value: ReturnType<typeof sql>) => sql`make_interval(secs => ${value} / 1000.0)`;
  const { rows } = await sql<StoredUse>`
    insert into row_day as d (account_id, day, lists, searches, programs, exports, budget, usual, slowed_at, spent_at,
      paced_until, seen_at)
    select a.id, g.day, sum(g.lists)::integer, sum(g.searches)::integer, sum(g.programs)::integer, sum(g.exports)::integer,
      max(g.budget), max(g.usual), case when bool_or(g.slowed) then ${at} end, case when bool_or(g.spent) then ${at} end,
      case when sum(g.pace) > 0 then ${at} + ${ms(sql`least(sum(g.pace), ${longestMs}::integer)`)} end, ${at}
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as g(account bigint, day date, lists integer, searches integer,
      programs integer, exports integer, budget integer, usual integer, slowed boolean, spent boolean, pace integer)
    join account a on a.id = g.account and a.closed_at is null
    group by a.id, g.day order by a.id, g.day
    on conflict (account_id, day) do update set
      lists = d.lists + excluded.lists, searches = d.searches + excluded.searches,
      programs = d.programs + excluded.programs, exports = d.exports + excluded.exports,
      budget = excluded.budget, usual = excluded.usual,
      slowed_at = coalesce(d.slowed_at, excluded.slowed_at), spent_at = coalesce(d.spent_at, excluded.spent_at),
      paced_until = case when excluded.paced_until is null then d.paced_until
        else least(greatest(d.paced_until, ${at}) + (excluded.paced_until - ${at}), ${at} + ${ms(sql`${longestMs}::integer`)})
      end,
      seen_at = greatest(d.seen_at, excluded.seen_at)
    returning account_id::text as account, day::text as day, ${TOTAL} as rows, paced_until as "pacedUntil"`.execute(db);
  return rows;
}

/** Adds what visitors read, as `storeUse` does, and gives the sums. `network` is a keyed hash. */
export async function storeVisitorUse(
  db: Db,
  counted: readonly { readonly network: string; readonly day: string; readonly rows: number }[],
): Promise<{ readonly network: string; readonly day: string; readonly rows: number }[]> {
  const { rows } = await sql<{ network: string; day: string; rows: number }>`
    insert into visitor_row_day as d (network, day, rows)
    select g.network, g.day, sum(g.rows)::integer
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as g(network text, day date, rows integer)
    group by g.network, g.day order by g.network, g.day
    on conflict (network, day) do update set rows = d.rows + excluded.rows
    returning network, day::text as day, rows`.execute(db);
  return rows;
}

/** What an account read on a day, by way. */
export async function readOn(db: Db, accountId: string, day: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select lists, searches, programs, exports from row_day
    where account_id = ${accountId}::bigint and day = ${day}::date`.execute(db);
  return rows[0] ?? { lists: 0, searches: 0, programs: 0, exports: 0 };
}

/** What is kept of what an account read, the latest day first, for the copy of its data. */
export async function readByDay(db: Db, accountId: string): Promise<({ readonly day: string } & Counts)[]> {
  const { rows } = await sql<{ day: string } & Counts>`
    select day::text, lists, searches, programs, exports from row_day
    where account_id = ${accountId}::bigint order by row_day.day desc`.execute(db);
  return rows;
}

export async function deleteUseOf(db: Db, accountId: string): Promise<void> {
  await sql`delete from row_day where account_id = ${accountId}::bigint`.execute(db);
}

export async function deleteUseBefore(db: Db, day: string): Promise<void> {
  await sql`delete from row_day where day < ${day}::date`.execute(db);
}

export async function deleteVisitorUseBefore(db: Db, day: string): Promise<void> {
  await sql`delete from visitor_row_day where day < ${day}::date`.execute(db);
}
