import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import { listRecords } from '#schemas/generated/api/records.ts';
import type { Api } from '#client/lib/api.ts';
import { type ApiFailure, asFailure } from '#client/lib/api-failure.ts';
import type { DisplayQuery } from './display-query.ts';

const PAGE = 60;

interface GalleryQuestion {
  readonly query: DisplayQuery;
  readonly view: Pick<ListView, 'nameField' | 'gallery' | 'logo' | 'version'>;
}

/** The records of a list page by page, with what their cards show. */
export class GalleryStore {
  rows: readonly RecordRow[] | undefined;
  /** Cursor of the next page; null after the last card. */
  after: string | null = null;
  failure: ApiFailure | undefined;
  isLoadingMore = false;
  readonly #api: Api;
  #question: GalleryQuestion | undefined;
  #given = new AbortController();

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { rows: observableRef, failure: observableRef }, { autoBind: true });
  }

  /** Shows the first cards of a question. The same question again asks nothing. */
  show(query: DisplayQuery, view: GalleryQuestion['view']): void {
    const question = { query, view };
    if (JSON.stringify(question) === JSON.stringify(this.#question)) return;
    this.#question = question;
    this.rows = undefined;
    void this.#read(PAGE);
  }

  /** Reads as many cards again as are on screen, at most those of one page of the server. */
  reload(): void {
    if (this.#question) void this.#read(PAGE);
  }

  async loadMore(): Promise<void> {
    if (this.after !== null) await this.#read(PAGE, this.after);
  }

  async #read(pageSize: number, after?: string): Promise<void> {
    if (!this.#question) return;
    this.#given.abort();
    const { signal } = (this.#given = new AbortController());
    const { query, view } = this.#question;
    const { picture = view.logo, badge, facts = [] } = view.gallery ?? {};
    const fields = [view.nameField, picture ?? [], badge ?? [], facts].flat();
    this.isLoadingMore = true;
    this.failure = undefined;
    try {
      const reply = await this.#api.call(listRecords, {
        body: {
          ...query,
          fields: [...new Set(fields)],
          pageSize,
          layoutVersion: view.version,
          ...(after !== undefined && { after }),
        },
        signal,
      });
      if (signal.aborted) return;
      runInAction(() => {
        this.rows = after === undefined ? reply.list : [...(this.rows ?? []), ...reply.list];
        this.after = reply.after;
        this.isLoadingMore = false;
      });
    } catch (thrown) {
      if (signal.aborted) return;
      runInAction(() => {
        this.failure = asFailure(thrown);
        this.isLoadingMore = false;
      });
    }
  }
}
