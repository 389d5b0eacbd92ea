import { Type, type Static } from 'typebox';
import { PeriodUnit } from '#schemas/metadata/detail.ts';
import { FieldApiName, ObjectApiName } from '#schemas/metadata/names.ts';
import { Sort } from '#schemas/metadata/sort.ts';
import { ListReply, MAX_PAGE_SIZE, RecordReply } from './records.ts';
import { RecordId, type ReplyOf, route } from './route.ts';
import { Viewpoint } from './viewpoint.ts';

/** Records alike that are listed at most: further down nothing is alike any more. */
export const MAX_SIMILAR = 50;

/** How a record of a related list is related. */
const Relation = Type.Object({
  /** Records on the way that lead to it. */
  count: Type.Optional(Type.Integer()),
  /** The latest of their dates, as much of it as is known: `2025`, `2025-06`, `2025-06-30`; an instant where the field is one. */
  latest: Type.Optional(Type.String()),
  /** Values that it shares with the record on screen, by field: the shared part of lists, the common branch of trees. */
  shared: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export type Relation = Static<typeof Relation>;

const RelatedReply = Type.Object({
  ...ListReply.properties,
  /** By record id. Beside the rows and not in them, because a field may be called anything. Empty for direct lists. */
  relations: Type.Record(Type.String(), Relation),
});
export type RelatedReply = Static<typeof RelatedReply>;

export const relatedRecords = route({
  method: 'POST',
  path: '/api/metadata/data/getRelatedList',
  summary: 'One page of a related list of a detail page',
  action: 'record.read',
  fromReplica: true,
  personal: { kind: 'record' },
  body: Type.Object(
    {
      objectApiName: ObjectApiName,
      id: RecordId,
      /** Place of the related list in the detail layout, from 0. */
      related: Type.Integer({ minimum: 0, maximum: 50 }),
      /** Another order than that of the layout; lists that have their own order refuse it. */
      sort: Type.Optional(Type.Array(Sort, { maxItems: 1 })),
      after: Type.Optional(Type.String({ maxLength: 4000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
      as: Type.Optional(Viewpoint),
    },
    { additionalProperties: false },
  ),
  reply: RelatedReply,
});

/** Decimal text; null where records are known to be there but none of their numbers is. */
const Figure = Type.Union([Type.String(), Type.Null()]);

/** One group of a chart. `key` is a period (`2024`, `2024Q3`, `2024-07`), an option, a record id, `true`, a number, or empty for all others. */
const Category = Type.Object({
  key: Type.String(),
  label: Type.String(),
  /** The period is so fresh that much of it is not known yet. */
  incomplete: Type.Optional(Type.Literal(true)),
});

export const ChartReply = Type.Object({
  categories: Type.Array(Category),
  /** At least one, unless there is no category; `values` are in the order of the categories. */
  series: Type.Array(Type.Object({ key: Type.String(), label: Type.String(), values: Type.Array(Figure) })),
  /** The series are one number at several times, drawn beside one another: their sum means nothing. */
  compared: Type.Optional(Type.Literal(true)),
  /** What the values are: records counted, CNY, or the unit of the field that was added up. */
  unit: Type.String(),
  /** Unit of the periods; null when the groups are none. */
  period: Type.Union([PeriodUnit, Type.Null()]),
  groupField: FieldApiName,
  /** Records that belong here. */
  sampleSize: Type.Integer(),
  /** Those of them that are in no group or have no number. */
  unknown: Type.Integer(),
  /** Those before the first period shown. */
  earlier: Type.Integer(),
  /** When the newest of them was last written here; null without any. */
  asOf: Type.Union([Type.String(), Type.Null()]),
});
export type ChartReply = Static<typeof ChartReply>;

export const readChart = route({
  method: 'POST',
  path: '/api/metadata/data/getChart',
  summary: 'The numbers of a chart of a detail page; null when a field it is made of is gone or closed to this person',
  action: 'record.read',
  fromReplica: true,
  body: Type.Object(
    {
      objectApiName: ObjectApiName,
      id: RecordId,
      /** Place of the chart in the detail layout, from 0. */
      chart: Type.Integer({ minimum: 0, maximum: 20 }),
    },
    { additionalProperties: false },
  ),
  reply: Type.Union([ChartReply, Type.Null()]),
});

/** Why a part of a page does not come, with the code of the failure. */
const BlockRefusal = Type.Object({ code: Type.Integer(), message: Type.String() });
export type BlockRefusal = Static<typeof BlockRefusal>;

const Place = Type.Integer({ minimum: 0, maximum: 50 });

export const readBlocks = route({
  method: 'POST',
  path: '/api/metadata/data/getDetailBlocks',
  summary: 'The first pages of several related lists and the numbers of several charts of one detail page at once',
  action: 'record.read',
  fromReplica: true,
  personal: { kind: 'record' },
  body: Type.Object(
    {
      objectApiName: ObjectApiName,
      id: RecordId,
      related: Type.Array(
        Type.Object(
          { related: Place, pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })) },
          { additionalProperties: false },
        ),
        { maxItems: 20 },
      ),
      charts: Type.Array(Place, { maxItems: 8 }),
      as: Type.Optional(Viewpoint),
    },
    { additionalProperties: false },
  ),
  /** In the order asked for; what is refused says why and leaves the others as they are. */
  reply: Type.Object({
    related: Type.Array(Type.Object({ page: Type.Optional(RelatedReply), refused: Type.Optional(BlockRefusal) })),
    charts: Type.Array(
      Type.Object({
        chart: Type.Optional(Type.Union([ChartReply, Type.Null()])),
        refused: Type.Optional(BlockRefusal),
      }),
    ),
  }),
});
export type BlocksReply = ReplyOf<typeof readBlocks>;

const RecordParams = Type.Object({ id: RecordId });

export const readCompany = route({
  method: 'GET',
  path: '/api/rong/company/{id}',
  summary: 'One company, as far as it is open to this person',
  action: 'record.open',
  fromReplica: true,
  params: RecordParams,
  reply: RecordReply,
});

export const readInvestor = route({
  method: 'GET',
  path: '/api/rong/investor/{id}',
  summary: 'One investor, as far as the record is open to this person',
  action: 'record.open',
  fromReplica: true,
  params: RecordParams,
  reply: RecordReply,
});

export const readProject = route({
  method: 'POST',
  path: '/api/rong/app/v1/project/detail',
  summary: 'One project, as far as it is open to this person',
  action: 'record.open',
  fromReplica: true,
  encoding: 'form',
  body: Type.Object({ id: RecordId }, { additionalProperties: false }),
  reply: RecordReply,
});
