import { makeAutoObservable, observableRef } from 'mobx';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { type DetailBlock, detailTabs, type DetailTabBlocks } from '#generators/detail-blocks.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import type { CatalogStore } from '#client/lib/catalog-store.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { BlockReader, type PageOwner } from './block-reader.ts';
import { ChartStore, type Lack } from './chart-store.ts';
import { RelatedListStore } from './related-list-store.ts';

/** What opens a block that is closed to the person. */
type Key = 'membership' | 'account';

function keyOf(failure: ApiFailure | undefined): Key | undefined {
  if (failure?.code === FAILURES.VIP_REQUIRED.code) return 'membership';
  return failure?.code === FAILURES.SESSION_INVALID.code ? 'account' : undefined;
}

/** The tabs of one detail page, with the lists and charts that are in them. */
export class PageBlocks {
  tabs: readonly DetailTabBlocks[] = [];
  related: readonly RelatedListStore[] = [];
  charts: readonly ChartStore[] = [];
  /** Tabs whose blocks have been asked for. */
  readonly #opened = new Set<string>();
  /** The tab that the address names; the first where it names none that there is. */
  chosen: string | null = null;
  readonly #api: Api;
  readonly #catalog: CatalogStore;
  readonly #reader: BlockReader;

  constructor(api: Api, catalog: CatalogStore, owner: PageOwner) {
    this.#api = api;
    this.#catalog = catalog;
    this.#reader = new BlockReader(api, owner);
    makeAutoObservable(this, {
      tabs: observableRef,
      related: observableRef,
      charts: observableRef,
    });
  }

  /** The tab on screen; undefined before the page is laid out. */
  get tab(): DetailTabBlocks | undefined {
    return this.tabs.find(({ label }) => label === this.chosen) ?? this.tabs[0];
  }

  /** Lays the page out as its definition says. What is as it was keeps what it has loaded. `isPart`: nothing of it may be asked for. */
  layOut(definition: ObjectDefinition, isPart: boolean): void {
    const tabs = detailTabs(definition);
    const blocks = tabs.flatMap((tab) => tab.blocks);
    const lists = isPart ? [] : blocks.flatMap((block) => (block.kind === 'related' ? [block.related] : []));
    const charts = isPart ? [] : blocks.flatMap((block) => (block.kind === 'chart' ? [block.chart] : []));
    this.tabs = tabs;
    if (!isSame(lists, this.related)) {
      this.related = lists.map((layout) => new RelatedListStore(this.#api, this.#reader, this.#catalog, layout));
      this.#opened.clear();
    }
    if (!isSame(charts, this.charts)) {
      this.charts = charts.map((layout) => new ChartStore(this.#reader, this.#catalog, layout));
      this.#opened.clear();
    }
    this.#open();
  }

  /** Shows the tab of a name; what is in it is asked for the first time, all at once. */
  choose = (label: string | null): void => {
    this.chosen = label;
    this.#open();
  };

  #open(): void {
    const { tab } = this;
    if (!tab || this.#opened.has(tab.id)) return;
    this.#opened.add(tab.id);
    void this.#load(tab);
  }

  /** Asks for what no tab has asked for yet; done when all is there, e.g. to print it. */
  loadAll = async (): Promise<void> => {
    const waiting = this.tabs.filter(({ id }) => !this.#opened.has(id));
    for (const { id } of waiting) this.#opened.add(id);
    await Promise.all(waiting.map((tab) => this.#load(tab)));
  };

  /** The list of a block; undefined where there is none for this person. */
  listOf = (block: DetailBlock): RelatedListStore | undefined =>
    block.kind === 'related' ? this.related.find(({ layout }) => layout.id === block.id) : undefined;

  chartOf = (block: DetailBlock): ChartStore | undefined =>
    block.kind === 'chart' ? this.charts.find(({ layout }) => layout.id === block.id) : undefined;

  /** What a list or chart lacks to be read, as far as is known; what is on its way lacks nothing. */
  lackOf(block: DetailBlock): Lack | undefined {
    const pages = this.listOf(block)?.pages;
    if (!pages) return this.chartOf(block)?.lack;
    return pages.page !== undefined && !pages.failure && pages.list?.length === 0 ? 'records' : undefined;
  }

  /** What would open a list or chart of which nothing came; undefined where it is open. */
  keyTo(block: DetailBlock): Key | undefined {
    return keyOf(this.listOf(block)?.pages.failure) ?? keyOf(this.chartOf(block)?.chart.failure);
  }

  receive(event: StreamEvent, isOwn: boolean): void {
    for (const list of this.related) list.receive(event, isOwn);
    for (const chart of this.charts) chart.receive(event, isOwn);
  }

  async #load(tab: DetailTabBlocks): Promise<void> {
    const lists = tab.blocks.flatMap((block) => this.listOf(block) ?? []);
    const charts = tab.blocks.flatMap((block) => this.chartOf(block) ?? []);
    await Promise.all([...lists.map(({ pages }) => pages.load()), ...charts.map(({ chart }) => chart.load())]);
  }
}

const isSame = (layouts: readonly object[], stores: readonly { readonly layout: object }[]): boolean =>
  JSON.stringify(layouts) === JSON.stringify(stores.map(({ layout }) => layout));
