import type { ListView } from '#schemas/api/list-view.ts';
import { countRecords, listRecords, type ListQuery, type ListReply, type RecordRow } from '#schemas/api/records.ts';
import type { Rest } from '#client/features/records/list/row-window-loader.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';

/** A list of companies as the server lays it out at its first version. */
export const VIEW: ListView = {
  objectApiName: 'InsightCompany',
  label: '企业',
  version: 1,
  nameField: 'name',
  fields: [
    { apiName: 'name', type: 'text', label: '企业简称' },
    {
      apiName: 'round',
      type: 'select',
      label: '最新轮次',
      selectOptions: [
        { value: 'a', label: 'A轮' },
        { value: 'b', label: 'B轮' },
      ],
    },
    { apiName: 'raised', type: 'currency', label: '融资总额' },
    { apiName: 'city', type: 'text', label: '城市' },
  ],
  columns: ['name', 'round', 'raised'],
  filters: ['round'],
  sort: [],
};

/** A server with some rows of one list. `view` and the rows may be exchanged between calls, as staff do. */
export class FakeList {
  view: ListView = VIEW;
  /** Ids of the rows in their order. */
  ids: readonly number[] = Array.from({ length: 120 }, (_, index) => index + 1);
  /** Where counting stops. */
  countLimit = 1000;
  /** The first page brings its count along. */
  countsAlong = false;
  readonly api = new FakeApi();

  constructor() {
    this.api
      .on(listRecords, ({ body }) => this.#answer(body))
      .on(countRecords, ({ body }) => this.#count(body.exact === true));
  }

  /** The questions so far. */
  get asked(): readonly ListQuery[] {
    return this.api.callsOf(listRecords) as ListQuery[];
  }

  /** As many rows as said, with ids from 1. */
  grow(count: number): this {
    this.ids = Array.from({ length: count }, (_, index) => index + 1);
    return this;
  }

  #count(exact: boolean) {
    const total = this.ids.length;
    return exact || total <= this.countLimit
      ? { total, totalIsExact: true }
      : { total: this.countLimit, totalIsExact: false };
  }

  #answer(query: ListQuery): ListReply {
    const fields = new Set(this.view.fields.map((field) => field.apiName));
    const wanted = [...(JSON.stringify(query.filter ?? '').matchAll(/"field":"(\w+)"/g) ?? [])].map(
      (match) => match[1] ?? '',
    );
    // Columns that a list of records has of its own are no fields of the layout.
    if (wanted.some((apiName) => !apiName.includes('_list') && !fields.has(apiName))) throw refusal('INVALID_QUERY');
    const size = query.pageSize ?? 20;
    // A cursor is the last id seen, as a place in the order and not a number of rows.
    const from = query.after === undefined ? ((query.page ?? 1) - 1) * size : this.#placeBehind(Number(query.after));
    const ids = query.keyword === '没有' ? [] : this.ids.slice(from, from + size);
    const isLast = from + ids.length >= this.ids.length || ids.length === 0;
    return {
      layout: query.layoutVersion === this.view.version ? null : this.view,
      list: ids.map((id): RecordRow => ({ id: String(id), name: `示例企业${id}`, round: 'a' })),
      total: Math.min(this.ids.length, from + ids.length + (isLast ? 0 : 1)),
      totalIsExact: isLast,
      after: isLast ? null : String(ids.at(-1)),
      ...(this.countsAlong && query.withCount && { count: this.#count(false) }),
    };
  }

  #placeBehind(id: number): number {
    const at = this.ids.indexOf(id);
    if (at < 0) throw refusal('INVALID_QUERY');
    return at + 1;
  }
}

/** A rest that comes when the test says so. */
export class HandRest {
  #waiting: (() => void) | undefined;

  readonly rest: Rest = (run) => {
    this.#waiting = run;
    return () => {
      if (this.#waiting === run) this.#waiting = undefined;
    };
  };

  /** The view has come to rest. */
  come(): void {
    this.#waiting?.();
    this.#waiting = undefined;
  }
}
