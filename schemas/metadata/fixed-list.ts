import { Type, type Static } from 'typebox';
import { says, titled } from './annotations.ts';
import { ConditionInput } from './condition.ts';
import { ListSummary } from './displays.ts';
import { FieldApiName, LIST_ROUTE_SOURCE } from './names.ts';
import { Sort } from './sort.ts';

/**
 * A second list of an object, at an address of its own, with a condition that its users narrow and never take away. It shows
 * the same records by the same access, and has no copy of any.
 */
export const FixedList = Type.Object(
  {
    route: Type.String({ pattern: LIST_ROUTE_SOURCE, ...says('列表地址') }),
    label: Type.String({ minLength: 1, maxLength: 20, ...says('名称') }),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 200, ...says('说明') })),
    position: Type.Optional(Type.Integer({ minimum: 0, maximum: 9999, ...says('导航顺序') })),
    filter: titled(ConditionInput, '固定条件'),
    columns: Type.Optional(
      Type.Array(FieldApiName, { minItems: 1, maxItems: 100, uniqueItems: true, ...says('列表列') }),
    ),
    filters: Type.Optional(Type.Array(FieldApiName, { maxItems: 50, uniqueItems: true, ...says('常用筛选') })),
    sort: Type.Optional(Type.Array(Sort, { maxItems: 5, ...says('默认排序') })),
    summaries: Type.Optional(Type.Array(ListSummary, { maxItems: 4, ...says('汇总') })),
  },
  { additionalProperties: false, ...says('专题列表') },
);
export type FixedList = Static<typeof FixedList>;
