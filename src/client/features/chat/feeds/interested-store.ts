import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { InterestedItem } from '#schemas/api/chat-people.ts';
import {
  INTERESTED_PAGE_SIZE,
  readInterested,
  readInterestedSummary,
  touchRead,
} from '#schemas/generated/api/chat-people.ts';
import type { ExchangeSummary } from '#schemas/api/chat-exchange.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';

export type InterestedSummary = NonNullable<ReplyOf<typeof readInterestedSummary>>;

/** Investors who looked at one's companies. */
export class InterestedStore {
  /** The entry on the list; undefined before it is known, null for those without one. */
  summary: InterestedSummary | null | undefined;
  /** Undefined until the first page is there. */
  rows: readonly InterestedItem[] | undefined;
  total = 0;
  isLoading = false;
  failure: string | undefined;
  readonly #api: Api;
  #page = 0;
  /** An answer that comes after the list was asked for anew, or all was closed, is passed over. */
  #turn = 0;
  #life = 0;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { summary: observableRef, rows: observableRef }, { autoBind: true });
  }

  get hasMore(): boolean {
    return this.rows !== undefined && this.#page * INTERESTED_PAGE_SIZE < this.total;
  }

  /** Asks for the entry on the list; what is known stays where that fails. */
  async loadSummary(): Promise<void> {
    const life = this.#life;
    try {
      const summary = await this.#api.call(readInterestedSummary);
      if (life === this.#life) runInAction(() => (this.summary = summary));
    } catch {
      if (life === this.#life) runInAction(() => (this.summary ??= null));
    }
  }

  /** Loads the first page anew. */
  async load(): Promise<void> {
    await this.#read(1);
  }

  async loadMore(): Promise<void> {
    if (this.hasMore && !this.isLoading) await this.#read(this.#page + 1);
  }

  /** A row was clicked or acted on: it is read, here at once. */
  async touch(id: string): Promise<void> {
    if (this.rows?.find((row) => row.id === id)?.read !== false) return;
    this.#mark(id, true);
    try {
      const { unreadCount } = await this.#api.call(touchRead, { body: { id } });
      runInAction(() => {
        if (this.summary) this.summary = { ...this.summary, unreadCount };
      });
    } catch {
      this.#mark(id, false);
    }
  }

  /** What was exchanged with a person was learnt elsewhere, e.g. after an action of the row. */
  receiveStanding(uid: string, standing: ExchangeSummary): void {
    runInAction(() => {
      this.rows = this.rows?.map((row) => (row.uid === uid ? { ...row, standing } : row));
    });
  }

  /** Forgets all. */
  close(): void {
    this.#turn += 1;
    this.#life += 1;
    this.summary = undefined;
    this.rows = undefined;
    this.total = 0;
    this.#page = 0;
    this.isLoading = false;
    this.failure = undefined;
  }

  #mark(id: string, read: boolean): void {
    runInAction(() => {
      this.rows = this.rows?.map((row) => (row.id === id ? { ...row, read } : row));
    });
  }

  async #read(page: number): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    this.isLoading = true;
    this.failure = undefined;
    try {
      const { data, totalCount } = await this.#api.call(readInterested, {
        query: { page, pageSize: INTERESTED_PAGE_SIZE },
      });
      if (turn === this.#turn) runInAction(() => this.#take(page, data, totalCount));
    } catch (thrown) {
      if (turn === this.#turn) runInAction(() => (this.failure = asFailure(thrown).message));
    } finally {
      if (turn === this.#turn) runInAction(() => (this.isLoading = false));
    }
  }

  #take(page: number, data: readonly InterestedItem[], total: number): void {
    // Somebody who looks meanwhile moves the pages: a row that comes twice is shown where it stood.
    const before = page === 1 ? [] : (this.rows ?? []);
    const known = new Set(before.map(({ id }) => id));
    this.#page = page;
    this.rows = [...before, ...data.filter(({ id }) => !known.has(id))];
    this.total = total;
  }
}
