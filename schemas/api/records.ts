import { Type, type Static } from 'typebox';
import { ConditionInput } from '#schemas/metadata/condition.ts';
import { FieldApiName, ObjectApiName } from '#schemas/metadata/names.ts';
import { ListedName, ListSort } from './list-sort.ts';
import { ListView } from './list-view.ts';
import { RecordCount } from './record-count.ts';
import { BaseVersion, RecordId, route, Version } from './route.ts';
import { Viewpoint } from './viewpoint.ts';

/** Rows a list returns at most; reference selectors may ask for 999. */
export const MAX_PAGE_SIZE = 100;
export const MAX_SELECTOR_SIZE = 999;
/** Rows that may be reached by page number. */
export const MAX_PAGED_ROWS = 1_000_000;
/** Records chosen, or left out, one by one. */
export const MAX_CHOSEN = 10_000;
/** A count stops here; `totalIsExact` is then false. */
export const COUNT_LIMIT = 1000;

/** The values of one record on the wire, beside what every record has. */
export type RecordRow = { id: string; version?: number; [apiName: string]: unknown };
export const RecordRow = Type.Unsafe<RecordRow>(
  Type.Object({ id: RecordId, version: Type.Optional(Type.Integer()) }, { additionalProperties: Type.Unknown() }),
);

/** Which records of an object are asked for. */
const SELECTED = {
  objectApiName: ObjectApiName,
  filter: Type.Optional(ConditionInput),
  keyword: Type.Optional(Type.String({ maxLength: 100 })),
};

export const ListQuery = Type.Object(
  {
    ...SELECTED,
    sort: Type.Optional(Type.Array(ListSort, { maxItems: 5 })),
    /** Fields wanted in each row; the columns of the layout when absent. */
    fields: Type.Optional(Type.Array(FieldApiName, { maxItems: 600 })),
    /** The picture beside the name too, whatever fields are wanted. */
    withLogo: Type.Optional(Type.Boolean()),
    /** Only these records; what else is asked still holds. */
    ids: Type.Optional(Type.Array(RecordId, { maxItems: 1000 })),
    /** 1-based page, within the first MAX_PAGED_ROWS rows; further on use `after`. */
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGED_ROWS })),
    /** Cursor of an earlier answer to the same query. */
    after: Type.Optional(Type.String({ maxLength: 4000 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
    /** With the first page how many match as well, where that is as quickly known as the rows are. */
    withCount: Type.Optional(Type.Boolean()),
    /** Version of the layout the caller has; the layout is null in the reply when it is still current. */
    layoutVersion: Type.Optional(BaseVersion),
  },
  { additionalProperties: false },
);
export type ListQuery = Static<typeof ListQuery>;

export const ListReply = Type.Object({
  layout: Type.Union([ListView, Type.Null()]),
  /** Fields that are being worked out for all records: nothing can be filtered, ordered or added up by them for now. */
  recounting: Type.Optional(Type.Array(Type.String())),
  list: Type.Array(RecordRow),
  /** Rows known so far; exact only when `totalIsExact`. Ask `countRecords` for more. */
  total: Type.Integer(),
  totalIsExact: Type.Boolean(),
  /** Cursor of the next page; null after the last row. */
  after: Type.Union([Type.String(), Type.Null()]),
  /** What `countRecords` would say, where `withCount` asked for it and it was quickly known. */
  count: Type.Optional(RecordCount),
});
export type ListReply = Static<typeof ListReply>;

export const listRecords = route({
  method: 'POST',
  path: '/api/metadata/data/getLayoutAndDataList',
  summary: 'One page of a list with its layout; `as` a kind of user is given it, for staff alone',
  action: 'record.list',
  fromReplica: true,
  personal: { kind: 'record' },
  body: Type.Object({ ...ListQuery.properties, as: Type.Optional(Viewpoint) }, { additionalProperties: false }),
  reply: ListReply,
});

export const countRecords = route({
  method: 'POST',
  path: '/api/metadata/data/count',
  summary: 'How many records match, up to a limit',
  action: 'record.list',
  fromReplica: true,
  body: Type.Object(
    {
      ...SELECTED,
      /** Count them all, if a second is enough. */
      exact: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: RecordCount,
});

export const OptionCountsQuery = Type.Object(
  {
    ...SELECTED,
    /** A field whose values are options, or yes and no. */
    field: ListedName,
  },
  { additionalProperties: false },
);
export type OptionCountsQuery = Static<typeof OptionCountsQuery>;

export const OptionCounts = Type.Object({
  /** Matching records by what they hold: the value of an option, with what is below it in a tree, `true` or `false`. */
  counts: Type.Record(Type.String(), Type.Integer()),
  /** Counting took too long: these are about so many, told from some of the records; none where that says too little. */
  isEstimate: Type.Optional(Type.Boolean()),
});
export type OptionCounts = Static<typeof OptionCounts>;

export const countOptions = route({
  method: 'POST',
  path: '/api/metadata/data/optionCounts',
  summary: 'How many matching records hold each option of a field',
  action: 'record.list',
  fromReplica: true,
  body: OptionCountsQuery,
  reply: OptionCounts,
});

export const TotalsQuery = Type.Object(
  {
    ...SELECTED,
    /** Only these records; with `except` all but those. */
    ids: Type.Optional(Type.Array(RecordId, { maxItems: MAX_CHOSEN })),
    except: Type.Optional(Type.Array(RecordId, { maxItems: MAX_CHOSEN })),
    /** Fields that hold numbers, percents or money; of a list that all records are on also its own columns. */
    fields: Type.Array(ListedName, { minItems: 1, maxItems: 20 }),
  },
  { additionalProperties: false },
);
export type TotalsQuery = Static<typeof TotalsQuery>;

/** Decimals of an average, which may have no end. */
export const AVERAGE_PLACES = 6;
const Figure = Type.Union([Type.String(), Type.Null()]);

/** Figures of one field over all matching records, exact decimal text, null where unknown; of money in CNY equivalents. */
export const FieldTotal = Type.Object({
  field: Type.String(),
  /** Records with a value; of money, those with an equivalent. */
  count: Type.Integer(),
  /** Null for percents, whose sum means nothing. */
  sum: Figure,
  /** Rounded half-even to AVERAGE_PLACES decimals. */
  average: Figure,
  min: Figure,
  max: Figure,
  /** Of money: records with an amount or a band whose equivalent is not known, and which are in no figure. */
  unknown: Type.Optional(Type.Integer()),
  /** Records with a value that count as something else, by what the totals of other objects demand; in no figure either. */
  left: Type.Optional(Type.Object({ records: Type.Integer(), counted: ConditionInput })),
});
export type FieldTotal = Static<typeof FieldTotal>;

export const totalRecords = route({
  method: 'POST',
  path: '/api/metadata/data/totals',
  summary: 'Sum, average, least and greatest value of some fields over all matching records',
  action: 'record.list',
  fromReplica: true,
  body: TotalsQuery,
  reply: Type.Array(FieldTotal),
});

const RecordParams = Type.Object({ objectApiName: ObjectApiName, id: RecordId });

/** One record as a detail page or a form shows it. */
export const RecordReply = Type.Object({
  record: RecordRow,
  /** Fields whose values this person may not see; they are not in `record`. */
  locked: Type.Array(Type.String()),
  /** Of locked fields those that are open to users with SVIP. */
  forMembers: Type.Optional(Type.Array(Type.String())),
  /** Of locked fields that staff may open with a reason: the values without their middle, by field. */
  masked: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** May this person change it? */
  editable: Type.Boolean(),
  /** Where this person may change some fields alone: these. */
  writable: Type.Optional(Type.Array(Type.String())),
  /** Those of them whose change waits for staff to accept it. */
  reviewed: Type.Optional(Type.Array(Type.String())),
  /** The record is the user's company or belongs to it: the page may be looked at as others see it. */
  previewable: Type.Optional(Type.Literal(true)),
  /** Looked at as others see it, and all that is open to them: what lists show of it. */
  isPart: Type.Optional(Type.Literal(true)),
  /** Fields whose values are being worked out at this moment. */
  recounting: Type.Optional(Type.Array(Type.String())),
  /** The record that was asked for was merged into this one, whose id it is. */
  mergedInto: Type.Optional(RecordId),
});
export type RecordReply = Static<typeof RecordReply>;

export const readRecord = route({
  method: 'GET',
  path: '/api/metadata/data/{objectApiName}/{id}',
  summary: 'One record; with `as` one of the own company, as others see it',
  action: 'record.read',
  fromReplica: true,
  personal: { kind: 'record' },
  params: RecordParams,
  query: Type.Object({ as: Type.Optional(Viewpoint) }),
  reply: RecordReply,
});

export const createRecord = route({
  method: 'POST',
  path: '/api/metadata/data/{objectApiName}',
  summary: 'Create a record; the same clientKey twice creates one',
  action: 'record.create',
  params: Type.Object({ objectApiName: ObjectApiName }),
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
      version: Version,
      /** Only what changed; null clears a value. */
      values: Type.Record(Type.String(), Type.Unknown()),
    },
    { additionalProperties: false },
  ),
  reply: RecordReply,
});

export const checkTaken = route({
  method: 'POST',
  path: '/api/metadata/data/{objectApiName}/taken',
  summary: 'Whether another record has a value that may not repeat, in the words that a save would be refused with',
  action: 'record.edit',
  writes: false,
  params: Type.Object({ objectApiName: ObjectApiName }),
  body: Type.Object(
    {
      /** The field that may not repeat. */
      field: FieldApiName,
      /** As a form has them, of this field and of those that it is unique within; the record has the others. */
      values: Type.Record(Type.String(), Type.Unknown()),
      /** The record that is edited; absent for a new one. */
      id: Type.Optional(RecordId),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    /** Null where no other record has it, and where the values are not ones that could be saved. */
    taken: Type.Union([
      Type.Object({
        field: FieldApiName,
        message: Type.String(),
        /** The record that has it, for users who may read that. */
        record: Type.Optional(Type.Object({ objectApiName: ObjectApiName, id: RecordId, name: Type.String() })),
      }),
      Type.Null(),
    ]),
  }),
});

/** One change of one record: who, when, and each field before and after. */
export const HistoryEntry = Type.Object({
  /** 0 where values followed from other records: that makes no version. `actor` then says what from. */
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
  personal: { kind: 'record' },
  params: RecordParams,
  query: Type.Object({ field: Type.Optional(FieldApiName) }),
  reply: Type.Array(HistoryEntry),
});
