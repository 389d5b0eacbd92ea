import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { FeedType, Notice, SystemSummary } from '#schemas/api/notices.ts';
import {
  FEED_PAGE_SIZES,
  readSystemAccount,
  readSystemMessages,
  readSystemSummaries,
  SYSTEM_TEMPLATE,
} from '#schemas/generated/api/notices.ts';
import type { Api } from '#client/lib/api.ts';
import { PagedList } from '#client/lib/paged-list.ts';

/** The system accounts and their feeds. */
export class SystemsStore {
  /** Undefined before they are known. */
  summaries: readonly SystemSummary[] | undefined;
  readonly #api: Api;
  readonly #read: () => void;
  #feeds = new Map<FeedType, PagedList<Notice>>();
  #turn = 0;

  /** @param read something was read here. */
  constructor(api: Api, read: () => void) {
    this.#api = api;
    this.#read = read;
    makeAutoObservable(this, { summaries: observableRef, feed: false }, { autoBind: true });
  }

  summary(type: FeedType): SystemSummary | undefined {
    return this.summaries?.find(({ systemMsgType }) => systemMsgType === type);
  }

  /** Entries of one account, newest first; the same list until the room is closed. */
  feed(type: FeedType): PagedList<Notice> {
    const known = this.#feeds.get(type);
    if (known) return known;
    const feed = new PagedList<Notice>((after) =>
      this.#api.call(readSystemMessages, {
        query: { tplId: SYSTEM_TEMPLATE, type, ...(after !== undefined && { after }) },
      }),
    );
    this.#feeds.set(type, feed);
    return feed;
  }

  /** Loads the newest page of a feed. */
  async show(type: FeedType): Promise<void> {
    await this.feed(type).load();
  }

  /** Asks for the accounts; what is known stays where that fails. */
  async load(): Promise<void> {
    const turn = this.#turn;
    try {
      const { list } = await this.#api.call(readSystemSummaries);
      if (turn === this.#turn) runInAction(() => (this.summaries = list));
    } catch {
      if (turn === this.#turn) runInAction(() => (this.summaries ??= []));
    }
  }

  /** There may be new entries: feeds on screen are read again, unless their reader has gone on to older pages. */
  async refresh(): Promise<void> {
    const before = new Map(this.summaries?.map(({ systemMsgType, updatedAt }) => [systemMsgType, updatedAt]));
    await this.load();
    for (const [type, feed] of this.#feeds) {
      const isNew = this.summary(type)?.updatedAt !== before.get(type);
      if (isNew && feed.list && feed.list.length <= FEED_PAGE_SIZES[type]) void feed.load();
    }
  }

  /** All entries up to this one were on screen. */
  async markRead(type: FeedType, id: string): Promise<void> {
    if (this.summary(type)?.unreadCount === 0) return;
    try {
      const { unreadCount } = await this.#api.call(readSystemAccount, { body: { type, id } });
      runInAction(() => {
        this.summaries = this.summaries?.map((one) => (one.systemMsgType === type ? { ...one, unreadCount } : one));
      });
      this.#read();
    } catch {
      // It stays unread, and is reported the next time that it is on screen.
    }
  }

  /** Forgets all. */
  close(): void {
    this.#turn += 1;
    this.summaries = undefined;
    this.#feeds = new Map();
  }
}
