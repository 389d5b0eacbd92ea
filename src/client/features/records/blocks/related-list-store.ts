import { makeAutoObservable } from 'mobx';
import { relatedRecords } from '#schemas/generated/api/details.ts';
import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import type { Sort } from '#schemas/metadata/sort.ts';
import type { DetailRelated } from '#generators/detail-blocks.ts';
import type { ViewKind } from '#schemas/metadata/detail.ts';
import type { Api } from '#client/lib/api.ts';
import type { CatalogStore } from '#client/lib/catalog-store.ts';
import { isAboutShown, type StreamEvent } from '#client/lib/events.ts';
import { filteredListPath } from '#client/lib/list-link.ts';
import { holding } from '#shared/conditions/in-group.ts';
import { PagedList } from '#client/lib/paged-list.ts';
import { hashAddress } from '#client/lib/router.ts';
import type { BlockReader } from './block-reader.ts';

/** Records that a list begins with: what is read as a whole comes as a whole. */
const PAGE_SIZES: Readonly<Record<ViewKind, number>> = {
  table: 10,
  timeline: 30,
  cards: 12,
  map: 100,
  chain: 50,
  network: 12,
};

type RelatedPage = ReplyOf<typeof relatedRecords>;

/** Records that belong to the one on screen, page by page. */
export class RelatedListStore {
  readonly layout: DetailRelated;
  readonly pages: PagedList<RecordRow, RelatedPage>;
  /** An order that the person chose; the list's own when undefined. */
  sort: Sort | undefined;
  readonly #catalog: CatalogStore;
  readonly #owner: { readonly objectApiName: string; readonly id: string };

  constructor(api: Api, blocks: BlockReader, catalog: CatalogStore, layout: DetailRelated) {
    const { owner } = blocks;
    this.#catalog = catalog;
    this.#owner = owner;
    this.layout = layout;
    const pageSize = PAGE_SIZES[this.kind];
    this.pages = new PagedList(async (after) => {
      if (after === undefined && !this.sort) return blocks.related(layout.index, pageSize);
      const before = after === undefined ? undefined : this.pages.page;
      const body = {
        ...owner,
        related: layout.index,
        pageSize,
        ...(after !== undefined && { after }),
        ...(this.sort && { sort: [this.sort] }),
      };
      const page = await api.call(relatedRecords, { body });
      const relations = { ...before?.relations, ...page.relations };
      return { ...page, layout: page.layout ?? this.view ?? null, relations };
    });
    makeAutoObservable(this, { layout: false, pages: false, kind: false });
  }

  get kind(): ViewKind {
    return this.layout.view?.kind ?? 'table';
  }

  get view(): ListView | undefined {
    return this.pages.page?.layout ?? undefined;
  }

  /** May a user choose the order? Lists that are ranked by likeness or named one by one have their own. */
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
    const { page, after, failure, isLoading, load, loadMore } = this.pages;
    if (isLoading || (page && after === null && !failure)) return;
    await (after === null ? load() : loadMore());
  };

  /** Takes a hint: records of the list were written, or (`isOwn`) the one that they belong to. */
  receive(event: StreamEvent, isOwn: boolean): void {
    const { list } = this.pages;
    const isShown = (id: string) => list?.some((row) => row.id === id) === true;
    // Pages that were loaded behind the first stay: reading them again would throw the user back.
    if (!list || list.length > PAGE_SIZES[this.kind]) return;
    if (isOwn || isAboutShown(event, this.layout.objectApiName, isShown)) void this.pages.load();
  }

  /** Orders by a field downwards, then upwards, then as the list is by itself. */
  toggleSort = (field: string): void => {
    const order = this.sort?.field === field ? this.sort.order : undefined;
    this.sort = order === 'asc' ? undefined : { field, order: order === 'desc' ? 'asc' : 'desc' };
    void this.pages.load();
  };
}
