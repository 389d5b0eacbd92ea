import { makeAutoObservable, runInAction } from 'mobx';
import { readUnread } from '#schemas/generated/api/notices.ts';
import type { Api } from '#client/lib/api.ts';
import type { StreamEvent } from '#client/lib/events.ts';

/** How much of the system accounts is unread, for the bell. It asks after each hint of a change. */
export class CountStore {
  count = 0;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Counts again; what cannot be counted now keeps its number. */
  async refresh(): Promise<void> {
    try {
      const { system } = await this.#api.call(readUnread, { query: {} });
      runInAction(() => (this.count = system.reduce((sum, { unreadCount }) => sum + unreadCount, 0)));
    } catch {
      // The next hint asks again.
    }
  }

  receive(event: StreamEvent): void {
    if (event.type === 'notice.changed' || event.type === 'stream.opened') void this.refresh();
  }
}
