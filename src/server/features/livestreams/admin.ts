import type { announceLivestream, changeLivestream } from '#schemas/api/livestreams.ts';
import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { insertNotice } from '#server/platform/notifications/queries.ts';
import { holdCover } from './cover.ts';
import {
  livestreamByKey,
  insertLivestream,
  lockLivestream,
  markCancelled,
  rewriteLivestream,
} from './admin-queries.ts';
import { judged, type StoredLivestream, writtenOf } from './livestream-check.ts';
import { queueNotification } from './follower-queries.ts';
import { notifyFollowers, type NotifyDeps } from './notify-followers.ts';
import { announced, cancelled, LIVESTREAMS_PATH, moved } from './messages.ts';

export interface LivestreamAdminDeps extends NotifyDeps {
  readonly now: () => Date;
}

/** Livestreams as staff announce, change and cancel them: each action is one transaction with its entry in the log. */
export class LivestreamAdmin {
  readonly #deps: LivestreamAdminDeps;

  constructor(deps: LivestreamAdminDeps) {
    this.#deps = deps;
  }

  /**
   * Announces a livestream, once for each key.
   * @throws Failure INVALID_BODY with the problems at their fields; CONFLICT when the key was taken for another livestream.
   */
  async announce(
    { clientKey, tellAll = false, ...written }: BodyOf<typeof announceLivestream>,
    actor: Actor,
  ): Promise<{ id: string }> {
    const { db, hints, now } = this.#deps;
    const at = now();
    const key = `staff:${actor.id}:${clientKey}`;
    const known = await livestreamByKey(db, key);
    // What was announced before may have begun since: it is compared, and not judged by the clock again.
    const live = judged(written, at, known);
    const isNew = await db.transaction().execute(async (trx) => {
      const id = await insertLivestream(trx, { ...live, key, created_by: actor.id }, at);
      if (id === undefined) return false;
      await holdCover(trx, live.cover, at);
      await this.#log(trx, { actor, step: 'announced', id, reason: live.title, details: { tellAll } }, at);
      if (tellAll) {
        const all = { type: SYSTEM_TYPES.liveHelper, audience: 'all', accountId: null, kinds: [] } as const;
        const notice = {
          ...all,
          ...announced(live),
          link: LIVESTREAMS_PATH,
          key: `live:${id}:announced`,
          by: actor.id,
        };
        await insertNotice(trx, notice, at);
      }
      return true;
    });
    if (isNew && tellAll) hints.announceNotice(null);
    const row = await livestreamByKey(db, key);
    if (!row || (!isNew && !isSame(row, live))) throw new Failure('CONFLICT', '此操作编号已用于其他直播，请刷新后再试');
    return { id: row.id };
  }

  /**
   * Changes a livestream that is not over; followers are notified of other times.
   * @throws Failure UNKNOWN_RECORD; INVALID_BODY; CONFLICT when it was changed meanwhile, called off or is over.
   */
  async change(id: string, body: BodyOf<typeof changeLivestream>, actor: Actor): Promise<{ id: string }> {
    const { version, ...changed } = body;
    return this.#act(id, async (trx, before, at) => {
      if (before.version !== version) throw new Failure('CONFLICT', '直播已被他人修改，请刷新后再试');
      const live = judged({ ...writtenOf(before), ...changed }, at, before);
      await holdCover(trx, live.cover, at);
      await rewriteLivestream(trx, id, live);
      const isMoved = live.starts_at !== before.starts_at || live.ends_at !== before.ends_at;
      if (isMoved) await queueNotification(trx, id, moved(live), at);
      const { starts_at: startsAt, ends_at: endsAt } = live;
      await this.#log(trx, { actor, step: 'changed', id, reason: live.title, details: { startsAt, endsAt } }, at);
    });
  }

  /** Calls a livestream off; its followers are notified. @throws Failure as `change` does. */
  async cancel(id: string, text: string, actor: Actor): Promise<{ id: string }> {
    const reason = text.trim();
    return this.#act(id, async (trx, before, at) => {
      await markCancelled(trx, id, at);
      await queueNotification(trx, id, cancelled(before), at);
      await this.#log(trx, { actor, step: 'cancelled', id, reason, details: { title: before.title } }, at);
    });
  }

  /** One action on a livestream that may still be changed; then its followers are notified. */
  async #act(
    id: string,
    work: (trx: Db, before: StoredLivestream & { readonly version: number }, at: Date) => Promise<void>,
  ): Promise<{ id: string }> {
    const { db, now } = this.#deps;
    const at = now();
    await db.transaction().execute(async (trx) => {
      const before = await lockLivestream(trx, id);
      if (!before) throw new Failure('UNKNOWN_RECORD', '直播不存在');
      if (before.cancelled_at !== null) throw new Failure('CONFLICT', '直播已取消');
      if (Date.parse(before.ends_at) <= at.getTime()) throw new Failure('CONFLICT', '直播已结束');
      await work(trx, before, at);
    });
    // What cannot be sent now is sent by the next sweep: the action is done.
    await notifyFollowers(this.#deps, at).catch(() => undefined);
    return { id };
  }

  #log(
    trx: Db,
    entry: { actor: Actor; step: string; id: string; reason: string; details: Readonly<Record<string, unknown>> },
    at: Date,
  ): Promise<void> {
    const { actor, step, id, reason, details } = entry;
    return writeAudit(trx, { actor, action: `live.${step}`, target: { kind: 'live', id }, reason, details }, at);
  }
}

const FIELDS = ['title', 'host', 'cover', 'starts_at', 'ends_at', 'link'] as const;
const isSame = (row: StoredLivestream, live: StoredLivestream): boolean =>
  FIELDS.every((field) => row[field] === live[field]);
