import { sql } from 'kysely';
import { INVESTOR_ROLES } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { startOfShanghaiDay } from '#shared/time/shanghai.ts';
import { DAY_MS } from '#shared/time/durations.ts';

/**
 * Locks what one viewer may still see until the transaction ends: the viewer's openings and purchases happen one after the
 * other, in this process and in all others. Nothing else takes this lock.
 */
export async function lockViewer(trx: Db, viewerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact:${viewerId}`}, 0))`.execute(trx);
}

/**
 * Users whose contacts counted against the allowance or quota of a viewer on a day of Asia/Shanghai. With a quota, those
 * investors count with whom the viewer opened a conversation that day; an investor reached both ways counts once.
 */
export async function contactedOn(db: Db, viewerId: string, day: string, hasQuota: boolean): Promise<Set<string>> {
  const from = startOfShanghaiDay(day);
  const opened = sql`
    union select a.id from chat_conversation c
      join account a on a.id = case when c.user_a = ${viewerId}::bigint then c.user_b else c.user_a end
      where c.opened_by = ${viewerId}::bigint and c.created_at >= ${from.toISOString()}::timestamptz
        and c.created_at < ${new Date(from.getTime() + DAY_MS).toISOString()}::timestamptz
        and a.roles && ${[...INVESTOR_ROLES]}::text[]`;
  const { rows } = await sql<{ id: string }>`
    select target_id as id from contact_view
      where viewer_id = ${viewerId}::bigint and day = ${day}::date and terms in ('free', 'quota')
    ${hasQuota ? opened : sql``}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
