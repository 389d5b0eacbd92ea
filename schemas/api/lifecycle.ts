import { Type, type Static } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { RecordId, route } from './route.ts';
import { StaffReason } from './staff-reason.ts';

/** Days for which staff can bring back what they deleted. */
export const RESTORABLE_DAYS = 30;
/** Entries of a page of the feed. */
export const GONE_PAGE = 500;

const GONE_KINDS = ['archived', 'deleted', 'merged'] as const;
export type GoneKind = (typeof GONE_KINDS)[number];
/** What staff do to one record; a merge is a work of its own. */
export type RetireKind = Exclude<GoneKind, 'merged'>;

/** A record that is no longer there; `at` is when it went. */
const GoneEntry = Type.Object({
  id: Type.String(),
  kind: Type.Unsafe<GoneKind>(Type.Union(GONE_KINDS.map((kind) => Type.Literal(kind)))),
  at: Type.String(),
  /** Of a merged record the id of the record that it was merged into, at the end of a chain. */
  successor: Type.Optional(Type.String()),
});

export const GoneReply = Type.Object({
  list: Type.Array(GoneEntry),
  /** Sent as `after` for what comes behind; the same again where nothing has come. */
  next: Type.String(),
});
export type GoneReply = Static<typeof GoneReply>;

const RecordParams = Type.Object({ objectApiName: ObjectApiName, id: RecordId });
const Reasoned = Type.Object({ reason: StaffReason }, { additionalProperties: false });

export const archiveRecord = route({
  method: 'POST',
  path: '/api/metadata/data/{objectApiName}/{id}/archive',
  summary: 'Put a record away: no list, count, search, chart or roll-up has it; links to it stay',
  action: 'record.retire',
  params: RecordParams,
  body: Reasoned,
  reply: Type.Null(),
});

export const deleteRecord = route({
  method: 'POST',
  path: '/api/metadata/data/{objectApiName}/{id}/delete',
  summary: 'Delete a record that no other one links to; it can be brought back for thirty days',
  action: 'record.retire',
  params: RecordParams,
  body: Reasoned,
  reply: Type.Null(),
});

export const restoreGone = route({
  method: 'POST',
  path: '/api/metadata/gone/{id}/restore',
  summary: 'Bring back an archived or deleted record under its own id',
  action: 'record.retire',
  params: Type.Object({ id: RecordId }),
  body: Reasoned,
  reply: Type.Null(),
});

export const listGone = route({
  method: 'GET',
  path: '/api/metadata/data/{objectApiName}/gone',
  summary: 'Records of a list that were archived, deleted or merged, oldest first, for those who keep copies',
  action: 'record.export',
  personal: { kind: 'record' },
  params: Type.Object({ objectApiName: ObjectApiName }),
  query: Type.Object({ after: Type.Optional(Type.String({ maxLength: 60, pattern: '^[0-9]{1,18}$' })) }),
  reply: GoneReply,
});
