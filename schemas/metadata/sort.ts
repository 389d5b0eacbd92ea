import { Type, type Static } from 'typebox';
import { says, titled } from './annotations.ts';
import { FieldApiName } from './names.ts';

/** Order of a list: first entry first. Ties are broken by id. */
export const Sort = Type.Object(
  {
    field: titled(FieldApiName, '字段', { 'x-control': 'fieldName' }),
    order: Type.Union(
      [Type.Literal('asc'), Type.Literal('desc')],
      says('顺序', { 'x-labels': { asc: '从小到大', desc: '从大到小' } }),
    ),
  },
  { additionalProperties: false, ...says('排序', { 'x-kind': 'sort' }) },
);
export type Sort = Static<typeof Sort>;
