import { Type, type Static } from 'typebox';
import { ConditionInput } from '#schemas/metadata/condition.ts';
import { FieldApiName, ObjectApiName } from '#schemas/metadata/names.ts';
import { MAX_CHOSEN } from './records.ts';
import { ClientKey, RecordId, route } from './route.ts';
import { StaffReason } from './staff-reason.ts';

/** Records that one bulk edit may be about. */
export const MAX_BULK = 100_000;
/** From more changed records than this on, their number has to be typed before they are written. */
export const BULK_TYPED_ABOVE = 1000;
/** Fields that one bulk edit may change. */
export const MAX_BULK_CHANGES = 20;

const union = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>(Type.Union(values.map((value) => Type.Literal(value))));

/** What is done to a field: `add`, `remove` change lists; `replace` puts `value` where `from` is, in lists and alone. */
export const BULK_HOWS = ['set', 'clear', 'add', 'remove', 'replace'] as const;
export type BulkHow = (typeof BULK_HOWS)[number];

/** `edit` changes values, `archive` puts whole records away. */
const BULK_TASKS = ['edit', 'archive'] as const;
export type BulkTask = (typeof BULK_TASKS)[number];

/** `previewing`, `running` and `undoing` wait or are worked on; `ready` waits to be confirmed; `stopped` midway. */
const BULK_STATES = [
  'previewing',
  'ready',
  'running',
  'undoing',
  'finished',
  'stopped',
  'undone',
  'cancelled',
  'failed',
] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** One field and what is done to it. */
export const BulkChange = Type.Object(
  {
    field: FieldApiName,
    how: union(BULK_HOWS),
    /** Wire value of the field: all of it with `set`, members with `add` and `remove`, one member with `replace`. */
    value: Type.Optional(Type.Unknown()),
    /** The member that `replace` looks for. */
    from: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
);
export type BulkChange = Static<typeof BulkChange>;

/** Which records of a list, and what is done to them. Without `ids` all that the filter and the keyword match. */
export const BulkOrder = Type.Object(
  {
    clientKey: ClientKey,
    objectApiName: ObjectApiName,
    task: union(BULK_TASKS),
    filter: Type.Optional(ConditionInput),
    keyword: Type.Optional(Type.String({ maxLength: 100 })),
    ids: Type.Optional(Type.Array(RecordId, { maxItems: MAX_CHOSEN })),
    except: Type.Optional(Type.Array(RecordId, { maxItems: MAX_CHOSEN })),
    changes: Type.Array(BulkChange, { maxItems: MAX_BULK_CHANGES }),
    reason: StaffReason,
  },
  { additionalProperties: false },
);
export type BulkOrder = Static<typeof BulkOrder>;

/** Records that are refused for one reason. */
const BulkRefusal = Type.Object({
  field: Type.String(),
  label: Type.String(),
  message: Type.String(),
  records: Type.Integer(),
  example: Type.Object({ id: Type.String(), name: Type.String() }),
});

/** One record as it would be: fields before and after; null is empty. */
const BulkSample = Type.Object({
  id: Type.String(),
  name: Type.String(),
  changes: Type.Record(Type.String(), Type.Object({ before: Type.Unknown(), after: Type.Unknown() })),
});

/** What the work would do, as far as it has been looked at. */
export const BulkPreview = Type.Object({
  seen: Type.Integer(),
  changing: Type.Integer(),
  unchanged: Type.Integer(),
  refused: Type.Integer(),
  /** Other records whose roll-ups follow from the changing ones. */
  parents: Type.Integer(),
  refusals: Type.Array(BulkRefusal),
  samples: Type.Array(BulkSample),
});
export type BulkPreview = Static<typeof BulkPreview>;

/** What has been done: `skipped` were changed by others since the preview, `gone` are no longer there. */
export const BulkCounts = Type.Object({
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  refused: Type.Integer(),
  skipped: Type.Integer(),
  gone: Type.Integer(),
});
export type BulkCounts = Static<typeof BulkCounts>;

export const BulkEdit = Type.Object({
  id: RecordId,
  objectApiName: Type.String(),
  task: union(BULK_TASKS),
  state: union(BULK_STATES),
  /** What is changed, in words. */
  words: Type.String(),
  reason: Type.String(),
  /** Why it failed; else empty. */
  problem: Type.String(),
  total: Type.Integer(),
  preview: Type.Union([BulkPreview, Type.Null()]),
  counts: Type.Union([BulkCounts, Type.Null()]),
  /** Records that undoing has set back, and those that it left as they are. */
  undone: Type.Union([Type.Object({ restored: Type.Integer(), kept: Type.Integer() }), Type.Null()]),
});
export type BulkEdit = Static<typeof BulkEdit>;

const BulkParams = Type.Object({ id: RecordId });

export const startBulk = route({
  method: 'POST',
  path: '/api/metadata/bulk',
  summary: 'Freeze records of a list and preview a change of all of them; nothing is written yet',
  action: 'record.bulk',
  body: BulkOrder,
  reply: BulkEdit,
});

export const readBulk = route({
  method: 'GET',
  path: '/api/metadata/bulk/{id}',
  summary: 'A bulk edit: its preview, and how far it is',
  action: 'record.bulk',
  params: BulkParams,
  reply: BulkEdit,
});

export const runBulk = route({
  method: 'POST',
  path: '/api/metadata/bulk/{id}/run',
  summary: 'Write what was previewed; records that were changed since are left alone',
  action: 'record.bulk',
  params: BulkParams,
  body: Type.Object(
    {
      /** How many records change, typed by the user; needed above a thousand. */
      count: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_BULK })),
    },
    { additionalProperties: false },
  ),
  reply: BulkEdit,
});

export const cancelBulk = route({
  method: 'POST',
  path: '/api/metadata/bulk/{id}/cancel',
  summary: 'End a bulk edit; what it has written stays until it is undone',
  action: 'record.bulk',
  params: BulkParams,
  body: Type.Object({}, { additionalProperties: false }),
  reply: BulkEdit,
});

export const undoBulk = route({
  method: 'POST',
  path: '/api/metadata/bulk/{id}/undo',
  summary: 'Set back what a bulk edit wrote, where it was not changed since',
  action: 'record.bulk',
  params: BulkParams,
  body: Type.Object({ reason: StaffReason }, { additionalProperties: false }),
  reply: BulkEdit,
});
