import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import type { Db } from '#server/db/database.ts';
import { insertNoticeForEach } from '#server/platform/notifications/queries.ts';
import type { NoticeHints } from '#server/platform/notifications/notify-user.ts';
import {
  begunLivestreams,
  closeNotification,
  followersAt,
  queueNotification,
  markBegun,
  markNotified,
  markOver,
  openNotification,
} from './follower-queries.ts';
import { begun, LIVESTREAMS_PATH } from './messages.ts';

export interface NotifyDeps {
  readonly db: Db;
  readonly hints: NoticeHints;
}

/** Begun livestreams of one transaction at most, and followers notified in one. */
const MOST_LIVESTREAMS = 50;
const MOST_FOLLOWERS = 500;

/**
 * Notes which livestreams are on air and over, and notifies followers: of those that have begun, and of what a process
 * that ended left in the queue. Several processes may do this at once. One that is cut off between two transactions leaves the rest to the next call.
 */
export async function notifyFollowers({ db, hints }: NotifyDeps, now: Date): Promise<void> {
  await noteBegun(db, now);
  await markOver(db, now);
  for (;;) {
    const notified = await db.transaction().execute((trx) => notifySome(trx, now));
    if (notified === undefined) return;
    for (const uid of notified) hints.announceNotice(uid);
  }
}

/** Queues the notification of each start; a livestream that is over by now needs none. */
async function noteBegun(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const live of await begunLivestreams(trx, now, MOST_LIVESTREAMS)) {
      if (Date.parse(live.ends_at) > now.getTime()) await queueNotification(trx, live.id, begun(live), live.starts_at);
      await markBegun(trx, live.id);
    }
  });
}

/** Notifies the next followers of the oldest open notification: their ids, or undefined when none is open. */
async function notifySome(trx: Db, now: Date): Promise<string[] | undefined> {
  const notification = await openNotification(trx);
  if (!notification) return undefined;
  const { id, live_id, title, body, at, told_to } = notification;
  const followers = await followersAt(trx, live_id, { after: told_to, at, limit: MOST_FOLLOWERS });
  const last = followers.at(-1);
  if (last === undefined) {
    await closeNotification(trx, id, now);
    return [];
  }
  const notice = { type: SYSTEM_TYPES.liveFollow, title, body, link: LIVESTREAMS_PATH, key: `live:${live_id}:${id}` };
  const notified = await insertNoticeForEach(trx, followers, notice, now);
  await markNotified(trx, id, last);
  return notified;
}
