import { Type, type Static } from 'typebox';
import { ACTIONS, type Action } from '#schemas/api/actions.ts';
import { says, titled } from './annotations.ts';
import { ConditionInput } from './condition.ts';
import { FieldApiName } from './names.ts';

/**
 * The records of an object that wait for staff. Badges in the menu, the first page of staff and the counts behind them follow
 * from this alone.
 */
export const Waiting = Type.Object(
  {
    when: titled(ConditionInput, '待处理的条件', {
      description: '满足条件的记录等待工作人员处理，如 {"field": "state", "op": "in", "value": ["open"]}',
    }),
    /** The field of an instant that the wait is counted from. */
    since: titled(FieldApiName, '等待起始字段', { 'x-control': 'fieldName' }),
    /** An address of ours with `{id}` in it where one of them is decided on; its detail page when absent. */
    link: Type.Optional(
      Type.String({
        pattern: '^/[A-Za-z0-9][A-Za-z0-9/?=&{}._-]{0,300}$',
        ...says('打开一条的地址', { description: '本站地址，{id} 为记录编号；默认打开详情页' }),
      }),
    ),
    /** The menu opens the list with what waits alone. */
    fromMenu: Type.Optional(Type.Boolean(says('从导航进入时只列待处理的'))),
    /** Actions of the API after which there may be others, beside those that the object itself offers. */
    changedBy: Type.Optional(
      Type.Array(Type.Unsafe<Action>(Type.Union(ACTIONS.map((action) => Type.Literal(action)))), {
        maxItems: 20,
        uniqueItems: true,
        ...says('引起变化的操作', { 'x-control': 'json' }),
      }),
    ),
  },
  { additionalProperties: false, ...says('待处理', { 'x-group': '待处理' }) },
);
export type Waiting = Static<typeof Waiting>;
