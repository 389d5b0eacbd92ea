import {
  countRecords,
  listRecords,
  type ListQuery,
  type ListReply,
  type ListView,
  type RecordRow,
} from '#schemas/api/records.ts';
import { FakeApi, refusal } from '#tests/support/fake-api.ts';

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

const rows = (count: number, from = 1): RecordRow[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(from + index),
    name: `示例企业${from + index}`,
    round: 'a',
  }));

/** A server with some rows of one list. `view` may be exchanged between calls, as staff do. */
export class FakeList {
  view: ListView = VIEW;
  total = 120;
  readonly api = new FakeApi();

  constructor() {
    this.api
      .on(listRecords, ({ body }) => this.#answer(body))
      .on(countRecords, ({ body }) =>
        body.exact ? { total: 4321, totalIsExact: true } : { total: 1000, totalIsExact: false },
      );
  }

  /** The questions so far. */
  get asked(): readonly ListQuery[] {
    return this.api.callsOf(listRecords) as ListQuery[];
  }

  #answer(query: ListQuery): ListReply {
    const fields = new Set(this.view.fields.map((field) => field.apiName));
    const wanted = [...(JSON.stringify(query.filter ?? '').matchAll(/"field":"(\w+)"/g) ?? [])].map(
      (match) => match[1] ?? '',
    );
    if (wanted.some((apiName) => !fields.has(apiName))) throw refusal('INVALID_QUERY');
    const from = Number(query.after ?? 0);
    const list = query.keyword === '没有' ? [] : rows(Math.min(query.pageSize ?? 20, this.total - from), from + 1);
    return {
      layout: query.layoutVersion === this.view.version ? null : this.view,
      list,
      total: list.length,
      totalIsExact: list.length === 0,
      after: list.length > 0 && from + list.length < this.total ? String(from + list.length) : null,
    };
  }
}
