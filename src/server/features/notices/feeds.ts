import {
  COUNTED_SYSTEM_TYPES,
  FEED_PAGE_SIZES,
  FEED_TYPES,
  type FeedType,
  type Notice,
  SYSTEM_CHAT_UIDS,
  SYSTEM_TYPES,
  type SystemSummary,
} from '#schemas/api/notices.ts';
import { systemAccountName } from '#shared/chat/system-accounts.ts';
import type { Member } from '#shared/policy/actor.ts';
import { kindsOfActor } from '#shared/policy/kinds-of-actor.ts';
import type { Database } from '#server/db/database.ts';
import type { NoticeHints } from '#server/platform/notifications/notify-user.ts';
import { entriesOf, latestOf, moveCursor, type NoticeRow, type Reader, unreadOf } from './queries.ts';

export interface FeedDeps {
  readonly database: Pick<Database, 'db' | 'pool'>;
  readonly hints: NoticeHints;
  readonly now: () => Date;
  /** The name of the product, which its assistant has too. */
  readonly productName: string;
}

const COUNTED: readonly FeedType[] = FEED_TYPES.filter((type) => COUNTED_SYSTEM_TYPES.includes(type));
const LIVE: ReadonlySet<FeedType> = new Set([SYSTEM_TYPES.liveHelper, SYSTEM_TYPES.liveFollow]);

const readerOf = (actor: Member): Reader => ({ id: actor.id, kinds: kindsOfActor(actor) });

/**
 * The notices of the system accounts to a user: those for them alone, for the kinds of user that they are today, and
 * for all.
 */
export class Feeds {
  readonly #deps: FeedDeps;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
  }

  /** Every system account, with nulls where it has not said anything. */
  async summaries(actor: Member): Promise<SystemSummary[]> {
    const { database, now, productName } = this.#deps;
    const reader = readerOf(actor);
    const unread = new Map(
      (await unreadOf(database.pool, reader, FEED_TYPES, now())).map((row) => [row.type, row.unread]),
    );
    const latest = new Map((await latestOf(database.db, reader, FEED_TYPES)).map((row) => [row.type, row]));
    return FEED_TYPES.map((systemMsgType) => {
      const last = latest.get(systemMsgType);
      return {
        systemMsgType,
        unreadCount: unread.get(systemMsgType) ?? 0,
        chatUid: SYSTEM_CHAT_UIDS[systemMsgType],
        name: systemAccountName(systemMsgType, productName),
        lastChatContent: last?.title ?? null,
        contentType: last?.message_type ?? null,
        updatedAt: last?.created_at ?? null,
      };
    });
  }

  /** A page of one account's entries, newest first. */
  async page(
    type: FeedType,
    after: string | undefined,
    actor: Member,
  ): Promise<{ list: Notice[]; after: string | null }> {
    const size = FEED_PAGE_SIZES[type];
    const rows = await entriesOf(this.#deps.database.db, readerOf(actor), type, after, size + 1);
    const list = rows.slice(0, size).map(shown);
    return { list, after: rows.length > size ? (list.at(-1)?.id ?? null) : null };
  }

  /** All up to this entry were on screen; what is unread after that. The user's other screens are notified. */
  async read(type: FeedType, id: string, actor: Member): Promise<{ unreadCount: number }> {
    const { database, hints, now } = this.#deps;
    const reader = readerOf(actor);
    if (await moveCursor(database.db, reader, type, id)) hints.announceNotice(reader.id);
    const [row] = await unreadOf(database.pool, reader, [type], now());
    return { unreadCount: row?.unread ?? 0 };
  }

  /**
   * The counter of what is unread in all; `hasLiving` counts the livestream accounts too, and says whether a livestream
   * is on air.
   */
  async unread(hasLiving: boolean, actor: Member) {
    const types = hasLiving ? COUNTED : COUNTED.filter((type) => !LIVE.has(type));
    const { database, now } = this.#deps;
    const rows = await unreadOf(database.pool, readerOf(actor), types, now());
    const { chat = 0, living = false } = rows[0] ?? {};
    const system = rows.map(({ type, unread }) => ({
      systemMsgType: type,
      unreadCount: unread,
      chatUid: SYSTEM_CHAT_UIDS[type],
    }));
    const total = system.reduce((sum, { unreadCount }) => sum + unreadCount, chat);
    return { total, chat, hasLiving: hasLiving && living, system };
  }
}

const shown = (row: NoticeRow): Notice => ({
  id: row.id,
  systemMsgType: row.type,
  type: row.message_type,
  title: row.title,
  content: row.body,
  link: row.link,
  timeStamp: row.created_at,
  read: row.read,
});
