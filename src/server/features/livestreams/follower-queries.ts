import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { LivestreamMessage } from './messages.ts';

/**
 * Queues a notification to the followers of a livestream, as of `at`. One that is still queued goes no further: followers
 * who have not got it need the later one alone.
 */
export async function queueNotification(
  trx: Db,
  liveId: string,
  message: LivestreamMessage,
  at: Date | string,
): Promise<void> {
  await trx
    .updateTable('live_telling')
    .set({ done_at: at })
    .where('live_id', '=', liveId)
    .where('done_at', 'is', null)
    .execute();
  await trx
    .insertInto('live_telling')
    .values({ ...message, live_id: liveId, at })
    .execute();
}

/** Up to `limit` livestreams that have begun and whose start is not queued, for this transaction alone. */
export const begunLivestreams = (trx: Db, now: Date, limit: number) =>
  trx
    .selectFrom('live')
    .select(['id', 'title', 'host', 'starts_at', 'ends_at'])
    .where('cancelled_at', 'is', null)
    .where('starts_at', '<=', now.toISOString())
    .where(sql<boolean>`begun_for is distinct from starts_at`)
    .orderBy('starts_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

/** Notes that the notification of a livestream's start is queued. */
export async function markBegun(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('live')
    .set({ begun_for: sql`starts_at` })
    .where('id', '=', id)
    .execute();
}

/** Notes which livestreams are over. */
export async function markOver(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('live')
    .set({ is_over: true })
    .where('is_over', '=', false)
    .where('ends_at', '<=', now.toISOString())
    .execute();
}

/** A notification that not all followers have, for this transaction alone; undefined when none is free. */
export const openNotification = (trx: Db) =>
  trx
    .selectFrom('live_telling')
    .select(['id', 'live_id', 'title', 'body', 'at', 'told_to'])
    .where('done_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** Up to `limit` followers of a livestream behind the account `after` who followed it at an instant, in order. */
export async function followersAt(
  trx: Db,
  liveId: string,
  { after, at, limit }: { after: string; at: string; limit: number },
): Promise<string[]> {
  const rows = await trx
    .selectFrom('live_follow')
    .select('account_id')
    .where('live_id', '=', liveId)
    .where('account_id', '>', after)
    .where('at', '<=', at)
    .orderBy('account_id')
    .limit(limit)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** All followers up to an account have been notified. */
export async function markNotified(trx: Db, id: string, toldTo: string): Promise<void> {
  await trx.updateTable('live_telling').set({ told_to: toldTo }).where('id', '=', id).execute();
}

export async function closeNotification(trx: Db, id: string, at: Date): Promise<void> {
  await trx.updateTable('live_telling').set({ done_at: at }).where('id', '=', id).execute();
}
