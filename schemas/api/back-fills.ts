import { Type, type Static } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { route } from './route.ts';

/** Records without a value are counted no further than this. */
export const MOST_LEFT = 100_000;

/** A default that is being given to the records of an object that have no value, after the save that asked for it. */
export const BackFillProgress = Type.Object({
  /** Label of the field. */
  label: Type.String(),
  /** Records that have no value yet, up to MOST_LEFT. */
  left: Type.Integer({ minimum: 0, maximum: MOST_LEFT }),
  /** Why the last attempt ended early, in the words of the database; it is tried again. */
  problem: Type.Optional(Type.String()),
});
export type BackFillProgress = Static<typeof BackFillProgress>;

export const readBackFills = route({
  method: 'GET',
  path: '/api/metadata/object/{objectApiName}/back-fills',
  summary: 'Defaults that records of an object are still being given',
  action: 'metadata.edit',
  params: Type.Object({ objectApiName: ObjectApiName }),
  reply: Type.Array(BackFillProgress),
});
