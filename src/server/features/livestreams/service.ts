import { type listLivestreams, LIVE_PAGE_SIZE, type Livestream, type saveFollow } from '#schemas/api/livestreams.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#schemas/api/route.ts';
import { Failure } from '#shared/errors.ts';
import { livestreamState } from '#shared/livestreams/livestream-state.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import {
  deleteFollow,
  heldLivestream,
  insertFollow,
  type Listed,
  type LivestreamRow,
  livestreamOf,
  openLivestreams,
  pastLivestreams,
} from './queries.ts';

interface LivestreamDeps {
  readonly db: Db;
  readonly now: () => Date;
}

/** Where a page ended; `at` is when the first one was read, so that later pages go by the same clock. */
interface Cursor {
  readonly at: Date;
  readonly isPast: boolean;
  readonly startsAt: Date;
  readonly id: string;
}

/** Livestreams as people see them, and which of them they follow. */
export class Livestreams {
  readonly #deps: LivestreamDeps;

  constructor(deps: LivestreamDeps) {
    this.#deps = deps;
  }

  /** A page: what is on air and coming, the soonest first, then what is over or called off, the latest first. */
  async list(
    { followed, after }: QueryOf<typeof listLivestreams>,
    actor: Member,
  ): Promise<ReplyOf<typeof listLivestreams>> {
    const { db, now } = this.#deps;
    const from = after === undefined ? undefined : readCursor(after);
    const listed: Listed = { accountId: actor.id, isFollowed: followed === 1, at: from?.at ?? now() };
    const wanted = LIVE_PAGE_SIZE + 1;
    const open = from?.isPast ? [] : await openLivestreams(db, listed, from, wanted);
    const past =
      open.length === wanted
        ? []
        : await pastLivestreams(db, listed, from?.isPast ? from : undefined, wanted - open.length);
    const rows = [...open, ...past];
    const last = rows.length === wanted ? rows[LIVE_PAGE_SIZE - 1] : undefined;
    return {
      list: rows.slice(0, LIVE_PAGE_SIZE).map(shown),
      after: last ? cursorText(last, LIVE_PAGE_SIZE > open.length, listed.at) : null,
    };
  }

  /**
   * Follows a livestream, or no longer; the same again changes nothing.
   * @throws Failure UNKNOWN_RECORD; CONFLICT for one to be followed that is over or called off.
   */
  async follow({ id, action }: BodyOf<typeof saveFollow>, actor: Member): Promise<Livestream> {
    const { db, now } = this.#deps;
    const accountId = actor.id;
    return db.transaction().execute(async (trx) => {
      const held = await heldLivestream(trx, id);
      if (!held) throw new Failure('UNKNOWN_RECORD', '直播不存在');
      if (action === 0) await deleteFollow(trx, accountId, id);
      else {
        refuseClosed(held, now());
        await insertFollow(trx, accountId, id, now());
      }
      return shown((await livestreamOf(trx, id, accountId)) as LivestreamRow);
    });
  }
}

function refuseClosed(live: Pick<LivestreamRow, 'starts_at' | 'ends_at' | 'cancelled_at'>, now: Date): void {
  const { starts_at: startsAt, ends_at: endsAt, cancelled_at } = live;
  const state = livestreamState({ startsAt, endsAt, isCancelled: cancelled_at !== null }, now);
  if (state === 'cancelled') throw new Failure('CONFLICT', '直播已取消，无法关注');
  if (state === 'over') throw new Failure('CONFLICT', '直播已结束，无法关注');
}

const cursorText = ({ starts_at, id }: LivestreamRow, isPast: boolean, at: Date): string =>
  [at.getTime(), isPast ? 1 : 0, Date.parse(starts_at), id].join('.');

function readCursor(text: string): Cursor {
  const [at = '', part, startsAt = '', id = ''] = text.split('.');
  return { at: new Date(Number(at)), isPast: part === '1', startsAt: new Date(Number(startsAt)), id };
}

const shown = ({
  id,
  title,
  host,
  cover,
  starts_at,
  ends_at,
  link,
  cancelled_at,
  followed,
}: LivestreamRow): Livestream => ({
  id,
  title,
  host,
  cover,
  startsAt: starts_at,
  endsAt: ends_at,
  link,
  isCancelled: cancelled_at !== null,
  followed,
});
