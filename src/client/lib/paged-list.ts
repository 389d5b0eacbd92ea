import { makeAutoObservable, observableRef } from 'mobx';
import type { ApiFailure } from './api-failure.ts';
import { Loadable } from './loadable.ts';

/** What the server gives of a list at once. */
export interface Page<Entry> {
  readonly list: readonly Entry[];
  /** Where the next page begins; null behind the last one. */
  readonly after: string | null;
}

/** A list that comes page by page. An answer that comes after the list was asked for again is passed over. */
export class PagedList<Entry, Reply extends Page<Entry> = Page<Entry>> {
  /** Undefined until the first page is there. */
  list: readonly Entry[] | undefined;
  readonly #page: Loadable<Reply, [after?: string]>;

  /** @param request asks for the page behind `after`; undefined for the first. */
  constructor(request: (after: string | undefined) => Promise<Reply & Page<Entry>>) {
    this.#page = new Loadable(
      (_signal, after) => request(after),
      ({ list }, after) => (this.list = after === undefined ? list : [...(this.list ?? []), ...list]),
    );
    makeAutoObservable(this, { list: observableRef }, { autoBind: true });
  }

  /** The page that came last. */
  get page(): Reply | undefined {
    return this.#page.value;
  }

  get after(): string | null {
    return this.page?.after ?? null;
  }

  get failure(): ApiFailure | undefined {
    return this.#page.failure;
  }

  get isLoading(): boolean {
    return this.#page.isLoading;
  }

  get isLoadingMore(): boolean {
    return this.isLoading && this.list !== undefined;
  }

  /** Forgets what is shown, for another list in the same place. */
  clear(): void {
    this.#page.clear();
    this.list = undefined;
  }

  load = (): Promise<void> => this.#page.load();

  loadMore = async (): Promise<void> => {
    if (this.after !== null && !this.isLoading) await this.#page.load(this.after);
  };

  /** Puts an entry in the place of the one that it has become. */
  put(isSame: (entry: Entry) => boolean, next: Entry): void {
    this.list = this.list?.map((entry) => (isSame(entry) ? next : entry));
  }
}
