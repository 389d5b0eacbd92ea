import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { FeedType, SystemSummary } from '#schemas/api/notices.ts';
import {
  readSystemAccount,
  readSystemMessages,
  readSystemSummaries,
  SYSTEM_TYPES,
} from '#schemas/generated/api/notices.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { FeedStore } from './feed-store.ts';

export interface CenterDeps {
  readonly api: Api;
  /** Called when something was read, so that counters count again. */
  readonly read: () => void;
  /** True while the page is in sight. What comes to a page in the background stays unread. */
  readonly isLooking: () => boolean;
}

/** The system accounts, and the feed of the one that is open. */
export class CenterStore {
  /** The feed on screen. */
  opened: FeedStore | undefined;
  readonly #summaries: Loadable<readonly SystemSummary[]>;
  readonly #reading = new Mutation();
  readonly #parts: CenterDeps;
  readonly #feeds = new Map<FeedType, FeedStore>();

  constructor(parts: CenterDeps) {
    this.#parts = parts;
    this.#summaries = new Loadable(async () => (await parts.api.call(readSystemSummaries)).list);
    makeAutoObservable(this, { opened: observableRef }, { autoBind: true });
  }

  /** Undefined until they are there. */
  get summaries(): readonly SystemSummary[] | undefined {
    return this.#summaries.value;
  }

  get failure(): ApiFailure | undefined {
    return this.#reading.failure ?? this.#summaries.failure;
  }

  get isReadingAll(): boolean {
    return this.#reading.isBusy;
  }

  /** Accounts that are shown: the assistant always, the others once they have said something. */
  get accounts(): readonly SystemSummary[] {
    return (this.summaries ?? []).filter(
      ({ systemMsgType, lastChatContent }) => systemMsgType === SYSTEM_TYPES.helper || lastChatContent !== null,
    );
  }

  get unread(): number {
    return this.accounts.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
  }

  /** The account that is shown when the address names none: the first with something unread, else the first. */
  get first(): FeedType | undefined {
    return (this.accounts.find(({ unreadCount }) => unreadCount > 0) ?? this.accounts[0])?.systemMsgType;
  }

  async load(): Promise<void> {
    this.#reading.clear();
    await this.#summaries.load();
  }

  /** Opens a feed; what of it is on screen then is read. */
  async open(type: FeedType): Promise<void> {
    const feed = this.#feeds.get(type) ?? new FeedStore(this.#parts.api, type);
    this.#feeds.set(type, feed);
    if (this.opened !== feed) this.opened?.settle();
    this.opened = feed;
    await feed.refresh();
    const [last] = feed.list ?? [];
    if (last && feed.fresh.has(last.id)) await this.#markRead(type, last.id);
  }

  /** Everything of every account is read, seen or not. */
  async readAll(): Promise<void> {
    await this.#reading.run(
      async () => {
        for (const { systemMsgType: type, unreadCount } of this.accounts) {
          if (unreadCount === 0) continue;
          const { list } = await this.#parts.api.call(readSystemMessages, { query: { type } });
          if (list[0]) await this.#markRead(type, list[0].id);
        }
      },
      () => this.#feeds.forEach((feed) => feed.settle()),
    );
  }

  /** Something may be new, read elsewhere or taken back. */
  receive(event: StreamEvent): void {
    if (event.type !== 'notice.changed' && event.type !== 'stream.opened') return;
    if (!this.summaries) return;
    void this.load();
    this.look();
  }

  /** Reads again what is open; only what a user looks at counts as read. */
  look(): void {
    if (!this.opened) return;
    if (this.#parts.isLooking()) void this.open(this.opened.type);
    else void this.opened.refresh();
  }

  async #markRead(type: FeedType, id: string): Promise<void> {
    try {
      const { unreadCount } = await this.#parts.api.call(readSystemAccount, { body: { type, id } });
      runInAction(() => {
        this.#summaries.set(
          this.summaries?.map((summary) => (summary.systemMsgType === type ? { ...summary, unreadCount } : summary)),
        );
      });
      this.#parts.read();
    } catch {
      // It stays unread, and is read with the next look.
    }
  }
}
