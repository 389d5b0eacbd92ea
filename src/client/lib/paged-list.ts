import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { asFailure, type ApiFailure } from './api-failure.ts';

/** What the server gives of a list at once. */
export interface Page<Entry> {
  readonly list: readonly Entry[];
  /** Where the next page begins; null behind the last one. */
  readonly after: string | null;
}

/** A list that comes page by page. An answer that comes after the list was asked for anew is passed over. */
export class PagedList<Entry> {
  /** Undefined until the first page is there. */
  list: readonly Entry[] | undefined;
  after: string | null = null;
  failure: ApiFailure | undefined;
  isLoading = false;
  isLoadingMore = false;
  #turn = 0;
  readonly #ask: (after: string | undefined) => Promise<Page<Entry>>;

  constructor(ask: (after: string | undefined) => Promise<Page<Entry>>) {
    this.#ask = ask;
    makeAutoObservable(this, { list: observableRef, failure: observableRef }, { autoBind: true });
  }

  /** Forgets what is shown, for another list under the same roof. */
  clear(): void {
    this.list = undefined;
    this.after = null;
  }

  async load(): Promise<void> {
    await this.#read(undefined, []);
  }

  async loadMore(): Promise<void> {
    if (this.after === null || this.isLoading) return;
    this.isLoadingMore = true;
    await this.#read(this.after, this.list ?? []);
    runInAction(() => (this.isLoadingMore = false));
  }

  /** Puts an entry in the place of the one that it has become; it stays where it stands. */
  put(isSame: (entry: Entry) => boolean, next: Entry): void {
    this.list = this.list?.map((entry) => (isSame(entry) ? next : entry));
  }

  async #read(after: string | undefined, before: readonly Entry[]): Promise<void> {
    const turn = ++this.#turn;
    this.isLoading = true;
    this.failure = undefined;
    try {
      const page = await this.#ask(after);
      if (turn !== this.#turn) return;
      runInAction(() => {
        this.list = [...before, ...page.list];
        this.after = page.after;
      });
    } catch (thrown) {
      if (turn === this.#turn) runInAction(() => (this.failure = asFailure(thrown)));
    } finally {
      if (turn === this.#turn) runInAction(() => (this.isLoading = false));
    }
  }
}
