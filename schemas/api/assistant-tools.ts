import { Type, type Static } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { RecordId } from './route.ts';

/** Rows of one result, and names of one search. */
export const MAX_TOOL_ROWS = 50;
export const MAX_FOUND_NAMES = 20;

const closed = { additionalProperties: false } as const;
const Name = Type.String({ minLength: 1, maxLength: 100 });
const Filter = Type.Optional(
  Type.Unknown({
    description:
      '条件：{field, op, value}，或 {and: [...]}、{or: [...]}、{not: ...}。field 与 op 取自 describe；选项写 describe 给出的名称，关联写 find_names 给出的 id。',
  }),
);
const order = Type.Union([Type.Literal('asc'), Type.Literal('desc')]);

export const FindNamesInput = Type.Object(
  { text: Name, objects: Type.Optional(Type.Array(ObjectApiName, { maxItems: 20 })) },
  closed,
);
export type FindNamesInput = Static<typeof FindNamesInput>;

export const DescribeInput = Type.Object(
  { object: Type.Optional(Type.String({ maxLength: 100, description: '对象的标识；不填则列出全部对象' })) },
  closed,
);
export type DescribeInput = Static<typeof DescribeInput>;

export const QueryInput = Type.Object(
  {
    object: ObjectApiName,
    filter: Filter,
    select: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 12 })),
    sort: Type.Optional(Type.Array(Type.Object({ field: Name, order }, closed), { maxItems: 3 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TOOL_ROWS })),
  },
  closed,
);
export type QueryInput = Static<typeof QueryInput>;

const fn = Type.Union(['count', 'distinct', 'sum', 'avg', 'min', 'max'].map((name) => Type.Literal(name)));
export const AggregateInput = Type.Object(
  {
    object: ObjectApiName,
    filter: Filter,
    group: Type.Optional(
      Type.Object(
        {
          by: Name,
          unit: Type.Optional(Type.Union([Type.Literal('year'), Type.Literal('quarter'), Type.Literal('month')])),
        },
        closed,
      ),
    ),
    measures: Type.Array(
      Type.Object(
        { fn: Type.Unsafe<'count' | 'distinct' | 'sum' | 'avg' | 'min' | 'max'>(fn), field: Type.Optional(Name) },
        closed,
      ),
      { minItems: 1, maxItems: 4 },
    ),
    sort: Type.Optional(
      Type.Array(Type.Object({ measure: Type.Integer({ minimum: 0, maximum: 3 }), order }, closed), { maxItems: 1 }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TOOL_ROWS })),
  },
  closed,
);
export type AggregateInput = Static<typeof AggregateInput>;

export const RelatedInput = Type.Object(
  { object: ObjectApiName, id: RecordId, list: Type.Optional(ObjectApiName) },
  closed,
);
export type RelatedInput = Static<typeof RelatedInput>;
