import { Type } from 'typebox';
import { ConditionInput } from '#schemas/metadata/condition.ts';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { Sort } from '#schemas/metadata/sort.ts';
import { RecordRow } from './records.ts';
import { type BodyOf, type ReplyOf, RecordId, route } from './route.ts';

/** Cards of a column that come with the board; more are asked for as pages of the list. */
export const BOARD_CARDS = 50;

const Figure = Type.Union([Type.String(), Type.Null()]);

export const readBoard = route({
  method: 'POST',
  path: '/api/metadata/data/board',
  summary:
    'A list as its board: for each option of the field of the columns the first cards, how many there are, and their sum',
  action: 'record.list',
  fromReplica: true,
  personal: { kind: 'record' },
  body: Type.Object(
    {
      objectApiName: ObjectApiName,
      filter: Type.Optional(ConditionInput),
      keyword: Type.Optional(Type.String({ maxLength: 100 })),
      sort: Type.Optional(Type.Array(Sort, { maxItems: 5 })),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    columns: Type.Array(
      Type.Object({
        value: Type.String(),
        /** How many match; at least so many where it is not exact. */
        total: Type.Integer(),
        totalIsExact: Type.Boolean(),
        /** Exact decimal text, of money in CNY; null where nothing is known. */
        sum: Figure,
        list: Type.Array(RecordRow),
      }),
    ),
    /** Pictures of records that cards name, by object and id: `InsightOrg/12`. */
    logos: Type.Record(Type.String(), Type.String()),
    /** Whatever the filter: what is reached of each goal that is known, in CNY. */
    goals: Type.Array(
      Type.Object({ id: RecordId, name: Type.String(), target: Type.String(), reached: Type.String() }),
    ),
  }),
});
export type BoardQuery = BodyOf<typeof readBoard>;
export type Board = ReplyOf<typeof readBoard>;
