import { Type, type Static } from 'typebox';
import { ConditionInput } from '#schemas/metadata/condition.ts';
import { FieldDefinition } from '#schemas/metadata/field.ts';
import { FieldApiName, ObjectApiName } from '#schemas/metadata/names.ts';
import { Sort } from '#schemas/metadata/object.ts';
import { RecordId, route } from './route.ts';

/** Rows a list returns at most; reference selectors may ask for 999. */
export const MAX_PAGE_SIZE = 100;
export const MAX_SELECTOR_SIZE = 999;
/** A count stops here; `totalIsExact` is then false. */
export const COUNT_LIMIT = 1000;

/** The values of one record on the wire, beside what every record has. */
export type RecordRow = { id: string; version?: number; [apiName: string]: unknown };
export const RecordRow = Type.Unsafe<RecordRow>(
  Type.Object({ id: RecordId, version: Type.Optional(Type.Integer()) }, { additionalProperties: Type.Unknown() }),
);

const ObjectParams = Type.Object({ objectApiName: ObjectApiName });
const RecordParams = Type.Object({ objectApiName: ObjectApiName, id: RecordId });

/** What a list needs to know of its object. Trees leave `selectOptions` out: see findChildOptions and optionSet. */
export const ListView = Type.Object({
  objectApiName: Type.String(),
  label: Type.String(),
  version: Type.Integer(),
  nameField: Type.String(),
  fields: Type.Array(FieldDefinition),
  columns: Type.Array(Type.String()),
  filters: Type.Array(Type.String()),
  sort: Type.Array(Sort),
});
export type ListView = Static<typeof ListView>;

export const ListQuery = Type.Object(
  {
    objectApiName: ObjectApiName,
    filter: Type.Optional(ConditionInput),
    sort: Type.Optional(Type.Array(Sort, { maxItems: 5 })),
    keyword: Type.Optional(Type.String({ maxLength: 100 })),
    /** Fields wanted in each row; the columns of the layout when absent. */
    fields: Type.Optional(Type.Array(FieldApiName, { maxItems: 600 })),
    /** 1-based page, bounded; for far pages use `after`. */
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    /** Cursor of an earlier answer to the same query. */
    after: Type.Optional(Type.String({ maxLength: 4000 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
    /** Version of the layout the caller has; the layout is null in the reply when it is still current. */
    layoutVersion: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
);
export type ListQuery = Static<typeof ListQuery>;

export const ListReply = Type.Object({
  layout: Type.Union([ListView, Type.Null()]),
  list: Type.Array(RecordRow),
  /** Rows known so far; exact only when `totalIsExact`. Ask `countRecords` for more. */
  total: Type.Integer(),
  totalIsExact: Type.Boolean(),
  /** Cursor of the next page; null after the last row. */
  after: Type.Union([Type.String(), Type.Null()]),
});
export type ListReply = Static<typeof ListReply>;

export const listRecords = route({
  method: 'POST',
  path: '/api/metadata/data/getLayoutAndDataList',
  summary: 'One page of a list with its layout',
  action: 'record.list',
  body: ListQuery,
  reply: ListReply,
});

export const countRecords = route({
  method: 'POST',
  path: '/api/metadata/data/count',
  summary: 'How many records match, up to a limit',
  action: 'record.list',
  body: Type.Object(
    {
      objectApiName: ObjectApiName,
      filter: Type.Optional(ConditionInput),
      keyword: Type.Optional(Type.String({ maxLength: 100 })),
      /** Count them all, if a second is enough. */
      exact: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ total: Type.Integer(), totalIsExact: Type.Boolean() }),
});

/** One record as a detail page or a form shows it. */
export const RecordReply = Type.Object({
  record: RecordRow,
  /** Fields whose values this person may not see; they are not in `record`. */
  locked: Type.Array(Type.String()),
  /** May this person change it? */
  editable: Type.Boolean(),
});
export type RecordReply = Static<typeof RecordReply>;

export const readRecord = route({
  method: 'GET',
  path: '/api/metadata/data/{objectApiName}/{id}',
  summary: 'One record',
  action: 'record.read',
  params: RecordParams,
  reply: RecordReply,
});

export const createRecord = route({
  method: 'POST',
  path: '/api/metadata/data/{objectApiName}',
  summary: 'Create a record; the same clientKey twice creates one',
  action: 'record.create',
  params: ObjectParams,
  body: Type.Object(
    {
      /** Chosen by the form, so that a double submit is harmless. */
      clientKey: Type.String({ minLength: 8, maxLength: 64 }),
      values: Type.Record(Type.String(), Type.Unknown()),
    },
    { additionalProperties: false },
  ),
  reply: RecordReply,
});

export const updateRecord = route({
  method: 'POST',
  path: '/api/metadata/data/{objectApiName}/{id}',
  summary: 'Change some values of a record at a known version',
  action: 'record.edit',
  params: RecordParams,
  body: Type.Object(
    {
      /** The version the form was filled from; another version now is a conflict. */
      version: Type.Integer({ minimum: 1 }),
      /** Only what changed; null clears a value. */
      values: Type.Record(Type.String(), Type.Unknown()),
    },
    { additionalProperties: false },
  ),
  reply: RecordReply,
});

/** One change of one record: who, when, and each field before and after. */
export const HistoryEntry = Type.Object({
  version: Type.Integer(),
  at: Type.String(),
  actor: Type.String(),
  origin: Type.String(),
  changes: Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() })),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

export const readHistory = route({
  method: 'GET',
  path: '/api/metadata/data/{objectApiName}/{id}/history',
  summary: 'What changed in a record, newest first; one field when `field` is given',
  action: 'record.history',
  params: RecordParams,
  query: Type.Object({ field: Type.Optional(FieldApiName) }),
  reply: Type.Array(HistoryEntry),
});

export const relatedRecords = route({
  method: 'POST',
  path: '/api/metadata/data/getRelatedList',
  summary: 'One page of a related list of a detail page',
  action: 'record.read',
  body: Type.Object(
    {
      objectApiName: ObjectApiName,
      id: RecordId,
      /** Place of the related list in the detail layout, from 0. */
      related: Type.Integer({ minimum: 0, maximum: 50 }),
      after: Type.Optional(Type.String({ maxLength: 4000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
    },
    { additionalProperties: false },
  ),
  reply: ListReply,
});
