import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Relation } from '#schemas/api/details.ts';
import { relatedRecords } from '#schemas/generated/api/details.ts';
import type { ListView, RecordRow } from '#schemas/api/records.ts';
import type { Sort } from '#schemas/metadata/object.ts';
import type { DetailRelated } from '#generators/detail.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import type { CatalogStore } from '#client/lib/catalog-store.ts';
import { filteredListPath, holding } from '#client/lib/list-link.ts';
import { hashAddress } from '#client/lib/router.ts';

const PAGE_SIZE = 10;

/** Records that belong to the one on screen, page by page. */
export class RelatedListStore {
  readonly layout: DetailRelated;
  view: ListView | undefined;
  rows: readonly RecordRow[] = [];
  relations: Readonly<Record<string, Relation>> = {};
  /** Rows known so far; exact only when `totalIsExact`. */
  total = 0;
  totalIsExact = false;
  /** An order that the person chose; the list's own when undefined. */
  sort: Sort | undefined;
  isLoading = false;
  failure: ApiFailure | undefined;
  after: string | null = null;
  /** Counts the orders asked for: an answer to an earlier one comes too late. */
  #asked = 0;
  readonly #api: Api;
  readonly #catalog: CatalogStore;
  readonly #owner: { readonly objectApiName: string; readonly id: string };

  constructor(api: Api, catalog: CatalogStore, owner: { objectApiName: string; id: string }, layout: DetailRelated) {
    this.#api = api;
    this.#catalog = catalog;
    this.#owner = owner;
    this.layout = layout;
    makeAutoObservable(this, { layout: false, view: observableRef, rows: observableRef, relations: observableRef });
  }

  /** May a person choose the order? Lists that are ranked by likeness or named one by one have their own. */
  get isSortable(): boolean {
    return this.layout.fields !== undefined || this.layout.through !== undefined;
  }

  /** Columns that the list shows, as far as they are open. */
  get columns(): readonly string[] {
    return this.layout.columns ?? this.view?.columns ?? [];
  }

  /** Address of the other object's own list with the same records; undefined where no filter finds them. */
  get listHref(): string | undefined {
    const route = this.#catalog.summary(this.layout.objectApiName)?.route;
    const links = this.layout.fields?.flatMap((apiName) => {
      const field = this.view?.fields.find((candidate) => candidate.apiName === apiName);
      return field ? [holding(field, this.#owner.id)] : [];
    });
    if (route === undefined || !links || links.length === 0) return undefined;
    return hashAddress(filteredListPath(route, links));
  }

  /** The first page at the first call, the next at each later one. */
  loadMore = async (): Promise<void> => {
    if (this.isLoading || (this.view && this.after === null && !this.failure)) return;
    await this.#load(this.after);
  };

  /** Orders by a field downwards, then upwards, then as the list is by itself. */
  toggleSort = (field: string): void => {
    const order = this.sort?.field === field ? this.sort.order : undefined;
    this.sort = order === 'asc' ? undefined : { field, order: order === 'desc' ? 'asc' : 'desc' };
    void this.#load(null);
  };

  async #load(after: string | null): Promise<void> {
    const asked = (this.#asked += 1);
    this.isLoading = true;
    this.failure = undefined;
    const body = {
      ...this.#owner,
      related: this.layout.index,
      pageSize: PAGE_SIZE,
      ...(after !== null && { after }),
      ...(this.sort && { sort: [this.sort] }),
    };
    try {
      const reply = await this.#api.call(relatedRecords, { body });
      if (asked !== this.#asked) return;
      runInAction(() => {
        this.view = reply.layout ?? this.view;
        this.rows = after === null ? reply.list : [...this.rows, ...reply.list];
        this.relations = after === null ? reply.relations : { ...this.relations, ...reply.relations };
        this.total = reply.total;
        this.totalIsExact = reply.totalIsExact;
        this.after = reply.after;
      });
    } catch (thrown) {
      if (asked === this.#asked) runInAction(() => (this.failure = asFailure(thrown)));
    } finally {
      if (asked === this.#asked) runInAction(() => (this.isLoading = false));
    }
  }
}
