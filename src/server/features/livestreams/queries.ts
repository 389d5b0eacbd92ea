import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

export interface LivestreamRow {
  readonly id: string;
  readonly title: string;
  readonly host: string;
  readonly cover: string | null;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly link: string;
  readonly cancelled_at: string | null;
  readonly followed: boolean;
}

/** An entry that a page ended with. */
interface Place {
  readonly startsAt: Date;
  readonly id: string;
}

/** Whose list it is, whether it holds followed livestreams alone, and the instant by which they are coming or over. */
export interface Listed {
  readonly accountId: string;
  readonly isFollowed: boolean;
  readonly at: Date;
}

const seenBy = (db: Db, accountId: string) =>
  db
    .selectFrom('live')
    .leftJoin('live_follow', (join) =>
      join.onRef('live_follow.live_id', '=', 'live.id').on('live_follow.account_id', '=', accountId),
    )
    .select(['id', 'title', 'host', 'cover', 'starts_at', 'ends_at', 'link', 'cancelled_at'])
    .select(sql<boolean>`live_follow.account_id is not null`.as('followed'));

const listed = (db: Db, { accountId, isFollowed }: Listed) =>
  isFollowed ? seenBy(db, accountId).where('live_follow.account_id', 'is not', null) : seenBy(db, accountId);

/** Up to `limit` livestreams that are on air or coming, the soonest first, behind a place. */
export const openLivestreams = (
  db: Db,
  list: Listed,
  after: Place | undefined,
  limit: number,
): Promise<LivestreamRow[]> =>
  listed(db, list)
    .where('cancelled_at', 'is', null)
    .where('ends_at', '>', list.at.toISOString())
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(starts_at, id) > (${after?.startsAt.toISOString()}::timestamptz, ${after?.id}::bigint)`,
      ),
    )
    .orderBy('starts_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Up to `limit` livestreams that are over or called off, the latest first, behind a place. */
export const pastLivestreams = (
  db: Db,
  list: Listed,
  after: Place | undefined,
  limit: number,
): Promise<LivestreamRow[]> =>
  listed(db, list)
    .where((where) => where.or([where('cancelled_at', 'is not', null), where('ends_at', '<=', list.at.toISOString())]))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(starts_at, id) < (${after?.startsAt.toISOString()}::timestamptz, ${after?.id}::bigint)`,
      ),
    )
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const livestreamOf = (db: Db, id: string, accountId: string): Promise<LivestreamRow | undefined> =>
  seenBy(db, accountId).where('id', '=', id).executeTakeFirst();

/** A livestream, locked against changes until the transaction ends. */
export const heldLivestream = (trx: Db, id: string) =>
  trx
    .selectFrom('live')
    .select(['starts_at', 'ends_at', 'cancelled_at'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();

/** Follows a livestream; once is enough. */
export async function insertFollow(trx: Db, accountId: string, liveId: string, at: Date): Promise<void> {
  await trx
    .insertInto('live_follow')
    .values({ account_id: accountId, live_id: liveId, at })
    .onConflict((conflict) => conflict.columns(['account_id', 'live_id']).doNothing())
    .execute();
}

export async function deleteFollow(trx: Db, accountId: string, liveId: string): Promise<void> {
  await trx.deleteFrom('live_follow').where('account_id', '=', accountId).where('live_id', '=', liveId).execute();
}

/** Takes away what an account follows. */
export async function deleteFollows(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('live_follow').where('account_id', '=', accountId).execute();
}

/** What an account follows, oldest first. */
export const followsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('live_follow')
    .innerJoin('live', 'live.id', 'live_follow.live_id')
    .select(['live.title', 'live.starts_at', 'live_follow.at'])
    .where('account_id', '=', accountId)
    .orderBy('live_follow.at')
    .execute();
