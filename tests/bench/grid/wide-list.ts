import type { ListView } from '#schemas/api/list-view.ts';
import { countRecords, listRecords, type ListQuery, type ListReply, type RecordRow } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { BodyOf, Call, ReplyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';

const ROWS = 100_000;
const COLUMNS = 50;

const OPTIONS = Array.from({ length: 10 }, (_, index) => ({ value: `o${index}`, label: `选项${index + 1}` }));
const CITIES = ['北京市', '上海市', '深圳市', '杭州市', '成都市', '苏州市', '武汉市'];

/** A name, then in turn text, amounts, choices, dates, numbers, addresses and links, as a list of companies has them. */
function fieldAt(index: number): FieldDefinition {
  const [apiName, label] = [`f${index}`, `字段${index + 1}`];
  if (index === 0) return { apiName, type: 'text', label };
  switch (index % 8) {
    case 1:
      return { apiName, type: 'text', label };
    case 2:
      return { apiName, type: 'currency', label };
    case 3:
      return { apiName, type: 'select', label, selectOptions: OPTIONS };
    case 4:
      return { apiName, type: 'date', label };
    case 5:
      return { apiName, type: 'integer', label };
    case 6:
      return { apiName, type: 'url', label };
    case 7:
      return { apiName, type: 'reference', label, targetApiName: 'InsightOrg' };
    default:
      return { apiName, type: 'multiSelect', label, selectOptions: OPTIONS };
  }
}

export const FIELDS = Array.from({ length: COLUMNS }, (_, index) => fieldAt(index));

export const VIEW: ListView = {
  objectApiName: 'Bench',
  label: '基准',
  version: 1,
  nameField: 'f0',
  fields: FIELDS,
  columns: FIELDS.map((field) => field.apiName),
  filters: [],
  sort: [],
};

function valueAt(row: number, index: number): unknown {
  const mixed = (row * 31 + index * 17) % 9973;
  if (index === 0) return `示例企业${row + 1}`;
  switch (index % 8) {
    case 1:
      return `${CITIES[mixed % CITIES.length]}示例路${mixed}号`;
    case 2:
      return { num: String(mixed * 12_345), currency: mixed % 2 === 0 ? 'CNY' : 'USD', equivalentMoney: '1' };
    case 3:
      return `o${mixed % 10}`;
    case 4:
      return `20${10 + (mixed % 15)}-0${1 + (mixed % 9)}-1${mixed % 10}`;
    case 5:
      return mixed * 7;
    case 6:
      return `https://www.example${mixed}.com/about`;
    case 7:
      return { id: String(1 + mixed), name: `示例机构${mixed}` };
    default:
      return [`o${mixed % 10}`, `o${(mixed + 3) % 10}`];
  }
}

const rowAt = (row: number): RecordRow =>
  Object.fromEntries([
    ['id', String(row + 1)],
    ...FIELDS.map((field, index) => [field.apiName, valueAt(row, index)]),
  ]) as RecordRow;

export const rowsBetween = (from: number, to: number): RecordRow[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => rowAt(from + at));

function answer(query: ListQuery): ListReply {
  const size = query.pageSize ?? 100;
  const from = query.after === undefined ? ((query.page ?? 1) - 1) * size : Number(query.after);
  const to = Math.min(ROWS, from + size);
  const isLast = to === ROWS;
  // Through JSON, as a reply comes: every value its own.
  const list = JSON.parse(JSON.stringify(rowsBetween(from, to))) as RecordRow[];
  return {
    layout: query.layoutVersion === 1 ? null : VIEW,
    list,
    total: isLast ? ROWS : to + 1,
    totalIsExact: isLast,
    after: isLast ? null : String(to),
  };
}

/** 100,000 rows of 50 columns, made when asked for and answered at once. */
export const WIDE_API: Api = {
  call: <R extends Call>(route: R, input?: { readonly body?: BodyOf<R> }): Promise<ReplyOf<R>> => {
    const body = input?.body as ListQuery;
    const replies: Record<string, () => unknown> = {
      [listRecords.path]: () => answer(body),
      [countRecords.path]: () => ({ total: ROWS, totalIsExact: true }),
    };
    return Promise.resolve(replies[route.path]?.() as ReplyOf<R>);
  },
};
