import { Type, type Static } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { RecordId, route } from './route.ts';
import { StaffReason } from './staff-reason.ts';

/** Records that are shown to a user who types one, at most. */
export const MAX_CANDIDATES = 5;

/** A record that may be the one that is typed. */
export const Candidate = Type.Object({
  objectApiName: Type.String(),
  id: RecordId,
  name: Type.String(),
  /** 4 the same code, 3 all but sure, 2 likely, 1 possible. */
  grade: Type.Integer({ minimum: 1, maximum: 4 }),
  /** What both have in common, in Chinese words. */
  reasons: Type.Array(Type.String()),
});
export type Candidate = Static<typeof Candidate>;

export const findDuplicates = route({
  method: 'POST',
  path: '/api/metadata/data/{objectApiName}/duplicates',
  summary: 'Records that may be the one with these values, the surest first',
  action: 'record.duplicates',
  params: Type.Object({ objectApiName: ObjectApiName }),
  body: Type.Object(
    {
      /** As a form has them: what cannot be read as yet is left out. */
      values: Type.Record(Type.String(), Type.Unknown()),
      /** The record that is edited, which is no duplicate of itself. */
      id: Type.Optional(RecordId),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ list: Type.Array(Candidate, { maxItems: MAX_CANDIDATES }) }),
});

const PairParams = Type.Object({ id: RecordId });

export const refuseDuplicate = route({
  method: 'POST',
  path: '/api/staff/duplicates/{id}/refuse',
  summary: 'Two records are not one: they are never shown as duplicates of each other again',
  action: 'duplicate.decide',
  params: PairParams,
  body: Type.Object({ note: StaffReason }, { additionalProperties: false }),
  reply: Type.Null(),
});

export const reopenDuplicate = route({
  method: 'POST',
  path: '/api/staff/duplicates/{id}/reopen',
  summary: 'Two records may be one after all',
  action: 'duplicate.decide',
  params: PairParams,
  body: Type.Object({ note: StaffReason }, { additionalProperties: false }),
  reply: Type.Null(),
});

export const searchDuplicates = route({
  method: 'POST',
  path: '/api/staff/duplicates/search',
  summary: 'Look for duplicates among all records now; it goes on behind the answer',
  action: 'duplicate.decide',
  reply: Type.Null(),
});
