import { readBlocks, readChart, relatedRecords } from '#schemas/generated/api/details.ts';
import type { BlockRefusal, BlocksReply, ChartReply } from '#schemas/api/details.ts';
import type { Viewpoint } from '#schemas/api/viewpoint.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';
import { ApiFailure, asFailure } from '#client/lib/api-failure.ts';

type RelatedPage = ReplyOf<typeof relatedRecords>;

interface Wanted<Value> {
  readonly place: number;
  readonly pageSize?: number;
  readonly take: (value: Value) => void;
  readonly fail: (failure: ApiFailure) => void;
}

const refusal = ({ code, message }: BlockRefusal): ApiFailure => new ApiFailure(code, 403, message);

function settle<Value>(wanted: Wanted<Value>, value: Value | undefined, refused: BlockRefusal | undefined): void {
  if (refused) wanted.fail(refusal(refused));
  else if (value === undefined) wanted.fail(asFailure(undefined));
  else wanted.take(value);
}

/** The record on screen, and as whom its page is looked at where that is another than the user. */
export interface PageOwner {
  readonly objectApiName: string;
  readonly id: string;
  readonly as?: Viewpoint;
}

/** Reads the parts of one detail page: what is asked for in the same moment comes with one request. */
export class BlockReader {
  readonly owner: PageOwner;
  readonly #api: Api;
  #lists: Wanted<RelatedPage>[] = [];
  #charts: Wanted<ChartReply | null>[] = [];
  #isWaiting = false;

  constructor(api: Api, owner: PageOwner) {
    this.#api = api;
    this.owner = owner;
  }

  /** The first page of the related list at a place of the layout. Rejects with `ApiFailure`. */
  related = (place: number, pageSize: number): Promise<RelatedPage> =>
    new Promise((take, fail) => {
      this.#lists.push({ place, pageSize, take, fail });
      this.#wait();
    });

  /** The numbers of the chart at a place of the layout. Rejects with `ApiFailure`. */
  chart = (place: number): Promise<ChartReply | null> =>
    new Promise((take, fail) => {
      this.#charts.push({ place, take, fail });
      this.#wait();
    });

  #wait(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    queueMicrotask(() => {
      const [lists, charts] = [this.#lists, this.#charts];
      this.#lists = [];
      this.#charts = [];
      this.#isWaiting = false;
      void this.#ask(lists, charts).catch((thrown: unknown) => {
        for (const one of [...lists, ...charts]) one.fail(asFailure(thrown));
      });
    });
  }

  async #ask(lists: readonly Wanted<RelatedPage>[], charts: readonly Wanted<ChartReply | null>[]): Promise<void> {
    const [list, chart] = [lists[0], charts[0]];
    // What is closed to others offers no SVIP to the user who looks as they do.
    if (lists.length + charts.length > 1 || this.owner.as) return this.#askAll(lists, charts);
    if (list) {
      const body = { ...this.owner, related: list.place, pageSize: list.pageSize ?? 1 };
      list.take(await this.#api.call(relatedRecords, { body }));
    }
    if (chart) chart.take(await this.#api.call(readChart, { body: { ...this.owner, chart: chart.place } }));
  }

  async #askAll(lists: readonly Wanted<RelatedPage>[], charts: readonly Wanted<ChartReply | null>[]): Promise<void> {
    const reply: BlocksReply = await this.#api.call(readBlocks, {
      body: {
        ...this.owner,
        related: lists.map(({ place, pageSize = 1 }) => ({ related: place, pageSize })),
        charts: charts.map(({ place }) => place),
      },
    });
    for (const [at, list] of lists.entries()) settle(list, reply.related[at]?.page, reply.related[at]?.refused);
    for (const [at, chart] of charts.entries()) settle(chart, reply.charts[at]?.chart, reply.charts[at]?.refused);
  }
}
