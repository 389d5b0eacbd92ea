import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { relatedRecords, type ListView, type RecordRow } from '#schemas/api/records.ts';
import type { DetailRelated } from '#generators/detail.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

const PAGE_SIZE = 10;

/** Records of another object that point at the one on screen, page by page. */
export class RelatedListStore {
  readonly layout: DetailRelated;
  view: ListView | undefined;
  rows: readonly RecordRow[] = [];
  isLoading = false;
  hasAsked = false;
  failure: ApiFailure | undefined;
  after: string | null = null;
  readonly #api: Api;
  readonly #owner: { readonly objectApiName: string; readonly id: string };

  constructor(api: Api, objectApiName: string, id: string, layout: DetailRelated) {
    this.#api = api;
    this.#owner = { objectApiName, id };
    this.layout = layout;
    makeAutoObservable(this, { layout: false, view: observableRef, rows: observableRef });
  }

  /** The first page at the first call, the next at each later one. */
  loadMore = async (): Promise<void> => {
    if (this.isLoading || (this.view && this.after === null)) return;
    this.isLoading = true;
    this.hasAsked = true;
    this.failure = undefined;
    try {
      const after = this.after === null ? {} : { after: this.after };
      const body = { ...this.#owner, related: this.layout.index, pageSize: PAGE_SIZE, ...after };
      const reply = await this.#api.call(relatedRecords, { body });
      runInAction(() => {
        this.view = reply.layout ?? this.view;
        this.rows = [...this.rows, ...reply.list];
        this.after = reply.after;
      });
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    } finally {
      runInAction(() => (this.isLoading = false));
    }
  };
}
