import { Type, type Static } from 'typebox';
import { FieldApiName, ObjectApiName } from '#schemas/metadata/names.ts';
import { RecordId, route } from './route.ts';

const nullable = <T extends ReturnType<typeof Type.String>>(type: T) => Type.Union([type, Type.Null()]);

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
