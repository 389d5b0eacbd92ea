import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import type { Db } from '#server/db/database.ts';
import { insertNoticeForEach } from '#server/platform/notifications/queries.ts';
import type { NoticeHints } from '#server/platform/notifications/tell-person.ts';
import {
  begunLives,
  closeTelling,
  followersAt,
  insertTelling,
  markBegun,
  markTold,
  openTelling,
} from './telling-queries.ts';
import { begun, LIVES_PATH } from './words.ts';

export interface TellingParts {
  readonly db: Db;
  readonly hints: NoticeHints;
}

/** Lives that begin at once and are seen to together, and followers who are told in one transaction. */
const MOST_LIVES = 50;
const MOST_FOLLOWERS = 500;

/**
 * Tells followers what they are to be told: of lives that have begun, and whatever a process that ended left untold. Several
 * processes may do this at once. Whoever is cut off between two transactions leaves the rest to the next.
 */
export async function tellFollowers({ db, hints }: TellingParts, now: Date): Promise<void> {
  await noteBegun(db, now);
  for (;;) {
    const told = await db.transaction().execute((trx) => tellSome(trx, now));
    if (told === undefined) return;
    for (const uid of told) hints.tellNotice(uid);
  }
}

/** What has begun is to be told; of a live that is over by now nobody needs to hear that it began. */
async function noteBegun(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const live of await begunLives(trx, now, MOST_LIVES)) {
      if (Date.parse(live.ends_at) > now.getTime()) await insertTelling(trx, live.id, begun(live), live.starts_at);
      await markBegun(trx, live.id);
    }
  });
}

/** Tells some who have not heard one word yet; who they were, undefined when there is nothing to tell. */
async function tellSome(trx: Db, now: Date): Promise<string[] | undefined> {
  const telling = await openTelling(trx);
  if (!telling) return undefined;
  const { id, live_id, title, body, at, told_to } = telling;
  const followers = await followersAt(trx, live_id, { after: told_to, at, limit: MOST_FOLLOWERS });
  const last = followers.at(-1);
  if (last === undefined) {
    await closeTelling(trx, id, now);
    return [];
  }
  const notice = { type: SYSTEM_TYPES.liveFollow, title, body, link: LIVES_PATH, key: `live:${live_id}:${id}` };
  const told = await insertNoticeForEach(trx, followers, notice, now);
  await markTold(trx, id, last);
  return told;
}
