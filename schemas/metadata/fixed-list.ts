import { Type, type Static } from 'typebox';
import { says, titled } from './annotations.ts';
import { ConditionInput } from './condition.ts';
import { ListSummary } from './displays.ts';
import { FieldApiName, LIST_ROUTE_SOURCE } from './names.ts';
import { Sort } from './sort.ts';

const ROUTE_HELP =
  '以 /data/ 或 /InvestmentFinancing/ 开头，其后为字母和数字，如：/data/largeTransaction；不能与其他列表相同';
const AS_LIST = { description: '不选则与对象的列表相同', 'x-control': 'fieldNames' } as const;

/**
 * A second list of an object, at an address of its own, with a condition that its users narrow and never take away. It shows
 * the same records by the same access, and has no copy of any.
 */
export const FixedList = Type.Object(
  {
    route: Type.String({ pattern: LIST_ROUTE_SOURCE, ...says('列表地址', { description: ROUTE_HELP }) }),
    label: Type.String({ minLength: 1, maxLength: 20, ...says('名称') }),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 200, ...says('说明') })),
    position: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 9999, ...says('导航顺序', { description: '小的在前；不填则与对象相同' }) }),
    ),
    filter: titled(ConditionInput, '固定条件', { description: '列表只含符合条件的记录；使用者可以再筛选，不能去掉' }),
    columns: Type.Optional(
      Type.Array(FieldApiName, { minItems: 1, maxItems: 100, uniqueItems: true, ...says('列表列', AS_LIST) }),
    ),
    filters: Type.Optional(Type.Array(FieldApiName, { maxItems: 50, uniqueItems: true, ...says('常用筛选', AS_LIST) })),
    sort: Type.Optional(Type.Array(Sort, { maxItems: 5, ...says('默认排序') })),
    summaries: Type.Optional(Type.Array(ListSummary, { maxItems: 4, ...says('汇总') })),
  },
  { additionalProperties: false, ...says('专题列表', { 'x-kind': 'fixedList' }) },
);
export type FixedList = Static<typeof FixedList>;
