import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { FeedType, Notice } from '#schemas/api/notices.ts';
import { readSystemMessages } from '#schemas/generated/api/notices.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** What one system account has said, newest first, as far as it was asked for. */
export class FeedStore {
  readonly type: FeedType;
  /** Undefined until the first page is there. */
  list: readonly Notice[] | undefined;
  after: string | null = null;
  failure: ApiFailure | undefined;
  isLoadingMore = false;
  /** Entries that were unread when they came: they stay marked while they are looked at. */
  fresh: ReadonlySet<string> = new Set();
  readonly #api: Api;

  constructor(api: Api, type: FeedType) {
    this.#api = api;
    this.type = type;
    makeAutoObservable(
      this,
      { type: false, list: observableRef, failure: observableRef, fresh: observableRef },
      { autoBind: true },
    );
  }

  /** Reads the newest page. What was loaded behind it stays; what was taken back meanwhile goes. */
  async refresh(): Promise<void> {
    this.failure = undefined;
    try {
      const { list, after } = await this.#api.call(readSystemMessages, { query: { type: this.type } });
      runInAction(() => {
        const last = list.at(-1);
        const older = after === null || !last ? [] : (this.list ?? []).filter(({ id }) => BigInt(id) < BigInt(last.id));
        if (older.length === 0) this.after = after;
        this.list = [...list, ...older];
        this.#note(list);
      });
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  }

  async loadMore(): Promise<void> {
    const from = this.after;
    if (from === null || this.isLoadingMore) return;
    this.isLoadingMore = true;
    this.failure = undefined;
    try {
      const { list, after } = await this.#api.call(readSystemMessages, { query: { type: this.type, after: from } });
      runInAction(() => {
        this.list = [...(this.list ?? []), ...list];
        this.after = after;
        this.#note(list);
      });
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    } finally {
      runInAction(() => (this.isLoadingMore = false));
    }
  }

  /** Nothing is marked as unread any more. */
  settle(): void {
    this.fresh = new Set();
  }

  #note(list: readonly Notice[]): void {
    this.fresh = new Set([...this.fresh, ...list.filter(({ read }) => !read).map(({ id }) => id)]);
  }
}
