import { Type, type Static, type TSchema } from 'typebox';
import { FieldApiName, ObjectApiName } from '#schemas/metadata/names.ts';
import { RecordId, route } from './route.ts';
import { StaffReason } from './staff-reason.ts';

const nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);

/** What a source, or staff, state of a value that is counted as well. */
export const StatedFact = Type.Object({
  source: Type.String(),
  sourceUrl: nullable(Type.String()),
  /** Day, month or year that the value is of. */
  asOf: nullable(Type.String()),
  /** When it was brought in, ISO 8601. */
  seenAt: Type.String(),
  value: Type.Unknown(),
  /** Staff decided for it, until the end of a day or for good. */
  pinned: Type.Boolean(),
  until: nullable(Type.String()),
  /** Why; staff alone read it. */
  reason: nullable(Type.String()),
  /** Is it the value that the record shows? */
  inEffect: Type.Boolean(),
});
export type StatedFact = Static<typeof StatedFact>;

/** What a value is counted from, at the moment of the question, and what is stated beside it. */
export const CountedFacts = Type.Object({
  /** The records, where this person may list them. */
  records: nullable(
    Type.Object({
      objectApiName: ObjectApiName,
      label: Type.String(),
      rows: Type.Integer({ minimum: 0 }),
      /** Those with a known number or date, where that is what is counted. */
      known: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
      /** Records that are alike count once. */
      isDistinct: Type.Boolean(),
      /** The condition that finds them in the list; null where a field of it is closed to this person. */
      filter: Type.Unknown(),
    }),
  ),
  at: Type.String(),
  /** What they come to. */
  value: Type.Unknown(),
  /** What is in effect first, then what is newest. */
  stated: Type.Array(StatedFact),
  /** What the value last followed from; null where it has been the same since it is counted. */
  changed: nullable(Type.Object({ at: Type.String(), cause: Type.String() })),
  /** May this person decide for a stated value? */
  pinnable: Type.Boolean(),
});
export type CountedFacts = Static<typeof CountedFacts>;

/** Where one value of a record comes from, and of when it is. */
export const Provenance = Type.Object({
  /** What brought the value in, in Chinese words. */
  source: Type.String(),
  /** Where the source can be read; http or https. */
  sourceUrl: nullable(Type.String()),
  /** Day for which the source vouches: `YYYY-MM-DD`, or a year or a month. */
  asOf: nullable(Type.String()),
  /** When the value was written here, ISO 8601; null when it is as old as the record. */
  changedAt: nullable(Type.String()),
  /** When the record first came here, which is not when its event happened. */
  firstSeenAt: Type.String(),
  /** May this person propose another value? */
  correctable: Type.Boolean(),
  /** This person has a proposal for the value that is not decided. */
  pending: Type.Boolean(),
  /** Of a value that is counted from other records. */
  counted: Type.Optional(CountedFacts),
});
export type Provenance = Static<typeof Provenance>;

export type CorrectionState = 'pending' | 'accepted' | 'refused' | 'withdrawn';

export const readProvenance = route({
  method: 'GET',
  path: '/api/metadata/data/{objectApiName}/{id}/provenance',
  summary: 'Where one value of a record comes from, and of when it is',
  action: 'record.provenance',
  params: Type.Object({ objectApiName: ObjectApiName, id: RecordId }),
  query: Type.Object({ field: FieldApiName }),
  reply: Provenance,
});

const ValueParams = Type.Object({ objectApiName: ObjectApiName, id: RecordId, field: FieldApiName });

export const pinValue = route({
  method: 'POST',
  path: '/api/metadata/data/{objectApiName}/{id}/pin/{field}',
  summary: 'Put a stated value into effect over what is counted, until a day or for good',
  action: 'record.pin',
  params: ValueParams,
  body: Type.Object(
    {
      value: Type.Unknown(),
      /** Where it is from, as users read it. */
      source: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
      sourceUrl: Type.Optional(Type.String({ maxLength: 2000, pattern: '^https?://' })),
      reason: StaffReason,
      /** Day, month or year that the value is of. */
      asOf: Type.Optional(Type.String({ maxLength: 10 })),
      /** Last day, `YYYY-MM-DD`; for good when absent. */
      until: Type.Optional(Type.String({ maxLength: 10 })),
    },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});

export const unpinValue = route({
  method: 'POST',
  path: '/api/metadata/data/{objectApiName}/{id}/unpin/{field}',
  summary: 'Let what is counted be in effect again',
  action: 'record.pin',
  params: ValueParams,
  body: Type.Object({ reason: StaffReason }, { additionalProperties: false }),
  reply: Type.Null(),
});

export const proposeCorrection = route({
  method: 'POST',
  path: '/api/metadata/correction',
  summary: 'Propose another value for a field of a record',
  action: 'correction.propose',
  body: Type.Object(
    {
      objectApiName: ObjectApiName,
      id: RecordId,
      field: FieldApiName,
      /** The value held to be right; null when there should be none. */
      value: Type.Unknown(),
      reason: Type.String({ minLength: 1, maxLength: 500 }),
      /** A page that shows it. */
      evidence: Type.Optional(Type.String({ maxLength: 2000, pattern: '^https?://' })),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ id: RecordId }),
});

const CorrectionParams = Type.Object({ id: RecordId });

export const withdrawCorrection = route({
  method: 'POST',
  path: '/api/metadata/correction/{id}/withdraw',
  summary: 'Take back a proposal of one’s own that is not decided',
  action: 'correction.propose',
  params: CorrectionParams,
  reply: Type.Null(),
});

export const decideCorrection = route({
  method: 'POST',
  path: '/api/metadata/correction/{id}/decide',
  summary: 'Accept a proposal, which writes the value, or refuse it with a reason',
  action: 'correction.decide',
  params: CorrectionParams,
  body: Type.Object(
    {
      decision: Type.Union([Type.Literal('accept'), Type.Literal('refuse')]),
      /** Said to the proposer; needed for a refusal. */
      note: Type.Optional(Type.String({ maxLength: 500 })),
      /** Accept although the value was changed since it was proposed. */
      evenIfChanged: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});
