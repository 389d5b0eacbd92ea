import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Whose call it is. */
export interface Caller {
  readonly keyId: string;
  readonly accountId: string;
}

/** What is left with a call, or that it may not be made. */
export interface Charge {
  readonly allowed: boolean;
  /** When the key has its whole burst again. */
  readonly fullAt: string;
  /** Calls of the owner today with this one; null where there are none left. */
  readonly calls: number | null;
}

/**
 * Takes one call of a key, of the burst that it fills again with one every `step` milliseconds, and of what its owner has for a
 * day. One statement, so that processes that count at once agree.
 */
export async function chargeCall(
  db: Db,
  { keyId, accountId }: Caller,
  limits: { readonly step: number; readonly burst: number; readonly daily: number },
  { now, day }: { readonly now: Date; readonly day: string },
): Promise<Charge> {
  const step = sql`make_interval(secs => ${limits.step / 1000}::float8)`;
  const depth = sql`make_interval(secs => ${(limits.step * limits.burst) / 1000}::float8)`;
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await sql<{ full_at: string | null; calls: number | null }>`
    with rate as (
      insert into api_rate as r (key_id, full_at) values (${keyId}, ${at} + ${step})
      on conflict (key_id) do update set full_at = greatest(r.full_at, ${at}) + ${step}
        where greatest(r.full_at, ${at}) + ${step} <= ${at} + ${depth}
      returning full_at),
    owner as (
      insert into api_day as d (account_id, day, calls)
      select ${accountId}::bigint, ${day}::date, 1 from rate
      on conflict (account_id, day) do update set calls = d.calls + 1 where d.calls < ${limits.daily}::integer
      returning calls)
    select (select full_at from rate) as full_at, (select calls from owner) as calls`.execute(db);
  const { full_at: fullAt = null, calls = null } = rows[0] ?? {};
  if (fullAt !== null) return { allowed: true, fullAt, calls };
  // Asked again: what this statement could see of a key in use elsewhere was of before it waited.
  const kept = await db.selectFrom('api_rate').select('full_at').where('key_id', '=', keyId).executeTakeFirst();
  return { allowed: false, fullAt: kept?.full_at ?? now.toISOString(), calls };
}

/** A call that was answered. */
export interface Answered {
  readonly keyId: string;
  readonly day: string;
  readonly object: string;
  readonly rows: number;
  readonly fault:
    | ({
        readonly at: Date;
        readonly method: string;
        readonly path: string;
        readonly status: number;
        readonly code: number;
      } & { readonly message: string; readonly requestId: string })
    | undefined;
}

/** Counts a call for its owner to see. One of a key that is gone is not counted. */
export async function countCall(db: Db, { keyId, day, object, rows, fault }: Answered): Promise<void> {
  await sql`
    insert into api_usage as u (key_id, day, object_api_name, calls, faults, rows)
    select id, ${day}::date, ${object}, 1, ${fault ? 1 : 0}::integer, ${rows}::bigint from api_key where id = ${keyId}
    on conflict (key_id, day, object_api_name) do update
      set calls = u.calls + 1, faults = u.faults + excluded.faults, rows = u.rows + excluded.rows`.execute(db);
  if (!fault) return;
  await sql`
    insert into api_fault (key_id, at, method, path, status, code, message, request_id)
    select id, ${fault.at.toISOString()}::timestamptz, ${fault.method}, ${fault.path}, ${fault.status}::integer,
      ${fault.code}::integer, ${fault.message}, ${fault.requestId} from api_key where id = ${keyId}`.execute(db);
}

/** What the keys of an account were used for since a day, the latest first. */
export async function usageOf(db: Db, accountId: string, since: string) {
  const { rows } = await sql<{ day: string; object: string; calls: number; faults: number; rows: string }>`
    select u.day::text, u.object_api_name as object, sum(u.calls)::integer as calls, sum(u.faults)::integer as faults,
      sum(u.rows)::text as rows
    from api_usage u join api_key k on k.id = u.key_id
    where k.account_id = ${accountId}::bigint and u.day >= ${since}::date
    group by u.day, u.object_api_name order by u.day desc, u.object_api_name`.execute(db);
  return rows;
}

/** The last calls of an account that failed, the latest first. */
export const faultsOf = (db: Db, accountId: string, most: number) =>
  db
    .selectFrom('api_fault as f')
    .innerJoin('api_key as k', 'k.id', 'f.key_id')
    .select(['f.at', 'k.name', 'f.method', 'f.path', 'f.status', 'f.code', 'f.message', 'f.request_id'])
    .where('k.account_id', '=', accountId)
    .orderBy('f.id', 'desc')
    .limit(most)
    .execute();

export async function callsOn(db: Db, accountId: string, day: string): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    select calls from api_day where account_id = ${accountId}::bigint and day = ${day}::date`.execute(db);
  return rows[0]?.calls ?? 0;
}

/** Removes what is no longer shown. */
export async function deleteUsageBefore(db: Db, day: string): Promise<void> {
  await sql`delete from api_usage where day < ${day}::date`.execute(db);
  await sql`delete from api_day where day < ${day}::date`.execute(db);
  await sql`delete from api_fault where at < ${day}::date`.execute(db);
}
