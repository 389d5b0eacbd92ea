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
import { Loadable } from '#client/lib/loadable.ts';

export type InterestedSummary = NonNullable<ReplyOf<typeof readInterestedSummary>>;

/** Investors who looked at one's companies. */
export class InterestedStore {
  readonly #summary: Loadable<InterestedSummary | null>;
  readonly #page: Loadable<ReplyOf<typeof readInterested>, [page: number]>;
  /** Undefined until the first page is there. */
  rows: readonly InterestedItem[] | undefined;
  readonly #api: Api;
  /** Number of the last page that is here, from 1. */
  #last = 0;

  constructor(api: Api) {
    this.#api = api;
    this.#summary = new Loadable(() => api.call(readInterestedSummary));
    this.#page = new Loadable(
      (_signal, page) => api.call(readInterested, { query: { page, pageSize: INTERESTED_PAGE_SIZE } }),
      ({ data }, page) => this.#take(page, data),
    );
    makeAutoObservable(this, { rows: observableRef }, { autoBind: true });
  }

  /** The entry on the list; undefined before it is known, null for those without one. */
  get summary(): InterestedSummary | null | undefined {
    const { value, failure } = this.#summary;
    return value === undefined && failure ? null : value;
  }

  get total(): number {
    return this.#page.value?.totalCount ?? 0;
  }

  get isLoading(): boolean {
    return this.#page.isLoading;
  }

  get failure(): string | undefined {
    return this.#page.failure?.message;
  }

  get hasMore(): boolean {
    return this.rows !== undefined && this.#last * INTERESTED_PAGE_SIZE < this.total;
  }

  /** Asks for the entry on the list; what is known stays where that fails. */
  async loadSummary(): Promise<void> {
    await this.#summary.refresh();
  }

  /** Loads the first page again. */
  async load(): Promise<void> {
    await this.#page.load(1);
  }

  async loadMore(): Promise<void> {
    if (this.hasMore && !this.isLoading) await this.#page.load(this.#last + 1);
  }

  /** A row was clicked or acted on: it is read, here at once. */
  async touch(id: string): Promise<void> {
    if (this.rows?.find((row) => row.id === id)?.read !== false) return;
    this.#mark(id, true);
    try {
      const { unreadCount } = await this.#api.call(touchRead, { body: { id } });
      if (this.summary) this.#summary.set({ ...this.summary, unreadCount });
    } catch {
      this.#mark(id, false);
    }
  }

  /** What was exchanged with a person was learnt elsewhere, e.g. after an action of the row. */
  receiveEligibility(uid: string, standing: ExchangeSummary): void {
    runInAction(() => {
      this.rows = this.rows?.map((row) => (row.uid === uid ? { ...row, standing } : row));
    });
  }

  /** Forgets all. */
  close(): void {
    this.#summary.clear();
    this.#page.clear();
    this.rows = undefined;
    this.#last = 0;
  }

  #mark(id: string, read: boolean): void {
    runInAction(() => {
      this.rows = this.rows?.map((row) => (row.id === id ? { ...row, read } : row));
    });
  }

  #take(page: number, data: readonly InterestedItem[]): void {
    // A user who looks meanwhile moves the pages: a row that comes twice keeps its first place.
    const before = page === 1 ? [] : (this.rows ?? []);
    const known = new Set(before.map(({ id }) => id));
    this.#last = page;
    this.rows = [...before, ...data.filter(({ id }) => !known.has(id))];
  }
}
