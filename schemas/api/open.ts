import { Type, type Static } from 'typebox';
import { ConditionInput } from '#schemas/metadata/condition.ts';
import { FieldApiName, ObjectApiName } from '#schemas/metadata/names.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { RecordRow } from './records.ts';
import { RecordId, route } from './route.ts';

/** Records of one answer. */
export const MAX_OPEN_ROWS = 200;
export const MAX_RESOLVED_NAMES = 50;
export const MAX_CANDIDATES = 20;

const closed = { additionalProperties: false } as const;
const FILTER = { description: '条件，写作 JSON：{"field":"…","op":"…","value":…}，可用 and、or、not 组合' };
const FIELDS = { description: '需要的字段，以逗号分隔；不填为可读的全部列表字段' };
const ObjectParams = Type.Object({ objectApiName: ObjectApiName });
const EXPAND = { description: '填 labels 时，选项以 {"value","label"} 给出，而不只是值' };
const Expanded = { expand: Type.Optional(Type.Literal('labels', EXPAND)) };

/** How what is read is written in an address. */
const Selected = {
  filter: Type.Optional(Type.String({ maxLength: 8000, ...FILTER })),
  fields: Type.Optional(Type.String({ maxLength: 8000, ...FIELDS })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_OPEN_ROWS, description: '条数，默认 50' })),
};

/** An object that the key reads. */
const OpenObjectView = Type.Object({ objectApiName: Type.String(), label: Type.String() });

export const listOpenObjects = route({
  method: 'GET',
  path: '/api/open/v1/objects',
  summary: 'Objects that the key reads',
  action: 'open.read',
  reply: Type.Object({ value: Type.Array(OpenObjectView) }),
});

/** A field as programs need to know it. Values: decimals and amounts are text, dates may be a year or a month. */
const OpenField = Type.Object({
  apiName: Type.String(),
  label: Type.String(),
  /** Field type of the metadata. */
  type: Type.String(),
  /** How its value is written: text, integer, decimal, money, date, instant, boolean, link, links, file … */
  kind: Type.String(),
  unit: Type.Optional(Type.String()),
  /** Object that a link names. */
  target: Type.Optional(Type.String()),
  options: Type.Optional(
    Type.Array(Type.Object({ value: Type.String(), label: Type.String(), parent: Type.Optional(Type.String()) })),
  ),
  /** Operators that a filter may use on it. */
  operators: Type.Array(Type.String()),
  /** Lists and changes carry it; else only single records do. */
  inLists: Type.Boolean(),
});
export type OpenField = Static<typeof OpenField>;

export const readOpenObject = route({
  method: 'GET',
  path: '/api/open/v1/{objectApiName}/schema',
  summary: 'Fields of an object that the key reads, with their options and operators',
  action: 'open.read',
  params: ObjectParams,
  reply: Type.Object({
    objectApiName: Type.String(),
    label: Type.String(),
    version: Type.Integer(),
    nameField: Type.String(),
    fields: Type.Array(OpenField),
  }),
});

/** The definition of an object without what is closed to the owner of the key, trees of options filled in. */
const OpenDefinition = Type.Unsafe<ObjectDefinition>(
  Type.Object(
    {
      apiName: Type.String(),
      label: Type.String(),
      version: Type.Integer(),
      nameField: Type.String(),
      fields: Type.Array(
        Type.Object(
          { apiName: Type.String(), type: Type.String(), label: Type.String() },
          { additionalProperties: Type.Unknown() },
        ),
      ),
    },
    { additionalProperties: Type.Unknown() },
  ),
);

export const readOpenDefinition = route({
  method: 'GET',
  path: '/api/open/v1/{objectApiName}/definition',
  summary: 'Definition of an object that the key reads, from which schemas are generated',
  action: 'open.read',
  params: ObjectParams,
  reply: OpenDefinition,
});

export const listOpenRecords = route({
  method: 'GET',
  path: '/api/open/v1/{objectApiName}',
  summary: 'One page of records; the next one by `after` of this one',
  action: 'open.read',
  fromReplica: true,
  params: ObjectParams,
  query: Type.Object(
    {
      ...Selected,
      ...Expanded,
      sort: Type.Optional(Type.String({ maxLength: 300, description: '排序，如 fundedOn:desc,title:asc' })),
      keyword: Type.Optional(Type.String({ maxLength: 100 })),
      after: Type.Optional(Type.String({ maxLength: 4000, description: '上一页给出的 after' })),
    },
    closed,
  ),
  reply: Type.Object({
    value: Type.Array(RecordRow),
    /** Rows known so far; exact only when `totalIsExact`. */
    total: Type.Integer(),
    totalIsExact: Type.Boolean(),
    /** Null after the last record. */
    after: Type.Union([Type.String(), Type.Null()]),
  }),
});

export const readOpenRecord = route({
  method: 'GET',
  path: '/api/open/v1/{objectApiName}/{id}',
  summary: 'One record with all its fields that are open to the owner of the key; answers If-None-Match with 304',
  action: 'open.read',
  fromReplica: true,
  params: Type.Object({ objectApiName: ObjectApiName, id: RecordId }),
  query: Type.Object(Expanded, closed),
  reply: Type.Object({
    record: RecordRow,
    /** Fields that are closed to the owner of the key. */
    closed: Type.Array(Type.String()),
    /** The record was merged into this one, which is given in its place. */
    mergedInto: Type.Optional(RecordId),
  }),
});

export const resolveNames = route({
  method: 'POST',
  path: '/api/open/v1/{objectApiName}/resolve',
  summary: 'Records that names may mean, the best first',
  action: 'open.read',
  fromReplica: true,
  writes: false,
  params: ObjectParams,
  body: Type.Object(
    {
      names: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: MAX_RESOLVED_NAMES }),
      /** Candidates of each name. */
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_CANDIDATES })),
    },
    closed,
  ),
  reply: Type.Object({
    value: Type.Array(
      Type.Object({
        name: Type.String(),
        candidates: Type.Array(Type.Object({ id: RecordId, name: Type.String() })),
      }),
    ),
  }),
});

const order = Type.Union([Type.Literal('asc'), Type.Literal('desc')]);
const MEASURES = ['count', 'distinct', 'sum', 'avg', 'min', 'max'] as const;
const Measure = Type.Unsafe<(typeof MEASURES)[number]>(Type.Union(MEASURES.map((fn) => Type.Literal(fn))));

const AggregatePlan = Type.Object(
  {
    filter: Type.Optional(ConditionInput),
    group: Type.Optional(
      Type.Object(
        {
          by: FieldApiName,
          unit: Type.Optional(Type.Union([Type.Literal('year'), Type.Literal('quarter'), Type.Literal('month')])),
        },
        closed,
      ),
    ),
    measures: Type.Array(Type.Object({ fn: Measure, field: Type.Optional(FieldApiName) }, closed), {
      minItems: 1,
      maxItems: 4,
    }),
    sort: Type.Optional(Type.Object({ measure: Type.Integer({ minimum: 0, maximum: 3 }), order }, closed)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  },
  closed,
);
export type AggregatePlan = Static<typeof AggregatePlan>;

const Figure = Type.Union([Type.String(), Type.Null()]);

export const aggregateRecords = route({
  method: 'POST',
  path: '/api/open/v1/{objectApiName}/aggregate',
  summary: 'Numbers of the records that match, group by group; amounts in CNY, all numbers as text',
  action: 'open.read',
  fromReplica: true,
  writes: false,
  params: ObjectParams,
  body: AggregatePlan,
  reply: Type.Object({
    value: Type.Array(Type.Object({ key: Figure, label: Type.String(), values: Type.Array(Figure) })),
    /** How many groups there are, of which `value` has the first. */
    groups: Type.Integer(),
    totals: Type.Array(Figure),
  }),
});

const MAX_DELTA_FILTER = 2000;

/** Why a record is no longer among those that are followed. */
const GONE = ['deleted', 'archived', 'merged', 'outOfFilter'] as const;

const RecordChange = Type.Union([
  Type.Object({
    id: RecordId,
    change: Type.Literal('upsert'),
    /** All the fields that are followed, as they are now; links by their ids alone. */
    record: RecordRow,
  }),
  Type.Object({
    id: RecordId,
    change: Type.Literal('removed'),
    reason: Type.Unsafe<(typeof GONE)[number]>(Type.Union(GONE.map((reason) => Type.Literal(reason)))),
    mergedInto: Type.Optional(RecordId),
  }),
]);
export type RecordChange = Static<typeof RecordChange>;

const DeltaReply = Type.Object({
  value: Type.Array(RecordChange),
  /** There is more already: ask with it at once. */
  nextToken: Type.Optional(Type.String()),
  /** All is known now: keep it, and ask with it later for what has changed since. */
  deltaToken: Type.Optional(Type.String()),
  asOf: Type.String(),
});
export type DeltaReply = Static<typeof DeltaReply>;

export const followRecords = route({
  method: 'GET',
  path: '/api/open/v1/{objectApiName}/delta',
  summary:
    'All records page by page with since=full, then what changed with the token of the last answer; 410 when to begin again',
  action: 'open.read',
  params: ObjectParams,
  query: Type.Object(
    {
      since: Type.Optional(Type.Literal('full')),
      token: Type.Optional(Type.String({ minLength: 1, maxLength: 12_000 })),
      /** With since=full; tokens hold it. */
      filter: Type.Optional(Type.String({ maxLength: MAX_DELTA_FILTER, ...FILTER })),
      fields: Type.Optional(Type.String({ maxLength: 4000, ...FIELDS })),
      /** 0 to leave out changes of nothing but values that follow from other records. */
      derived: Type.Optional(Type.Union([Type.Literal('0'), Type.Literal('1')])),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_OPEN_ROWS, description: '条数，默认 200' })),
    },
    closed,
  ),
  reply: DeltaReply,
});
