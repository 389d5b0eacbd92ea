import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { LiveWords } from './words.ts';

/**
 * Followers of a live are to be told something, as of `at`. What they were still to be told before is told no further:
 * whoever has not heard it needs the later word alone.
 */
export async function insertTelling(trx: Db, liveId: string, words: LiveWords, at: Date | string): Promise<void> {
  await trx
    .updateTable('live_telling')
    .set({ done_at: at })
    .where('live_id', '=', liveId)
    .where('done_at', 'is', null)
    .execute();
  await trx
    .insertInto('live_telling')
    .values({ ...words, live_id: liveId, at })
    .execute();
}

/** Up to `limit` lives whose start has come and was not told of, for this transaction alone. */
export const begunLives = (trx: Db, now: Date, limit: number) =>
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

/** Notes that the start of a live is seen to. */
export async function markBegun(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('live')
    .set({ begun_for: sql`starts_at` })
    .where('id', '=', id)
    .execute();
}

/** One word that not all have heard, for this transaction alone; undefined when there is none, or others are at it. */
export const openTelling = (trx: Db) =>
  trx
    .selectFrom('live_telling')
    .select(['id', 'live_id', 'title', 'body', 'at', 'told_to'])
    .where('done_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** Up to `limit` followers of a live behind the account `after` who followed it at an instant, in order. */
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

/** All followers up to an account have been told. */
export async function markTold(trx: Db, id: string, toldTo: string): Promise<void> {
  await trx.updateTable('live_telling').set({ told_to: toldTo }).where('id', '=', id).execute();
}

export async function closeTelling(trx: Db, id: string, at: Date): Promise<void> {
  await trx.updateTable('live_telling').set({ done_at: at }).where('id', '=', id).execute();
}
