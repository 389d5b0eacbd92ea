import { Type, type Static } from 'typebox';
import { ConditionInput } from '#schemas/metadata/condition.ts';
import { SaveObject } from './metadata.ts';
import { FieldLoss } from './metadata-losses.ts';
import { MAX_INTEGER, RecordId, route } from './route.ts';

/** What a change of an object would do to its records and to what builds on it, asked before it is saved. */

/** Records that fail one thing that the change asks of them, among those that one answer is about. */
const Failing = Type.Object({
  /** The same in every answer about one change. */
  key: Type.String(),
  field: Type.String(),
  words: Type.String(),
  count: Type.Integer({ minimum: 0, maximum: MAX_INTEGER }),
  /** The first of them, in the order of their ids. */
  ids: Type.Array(RecordId),
  first: Type.Array(Type.Object({ id: RecordId, name: Type.String() })),
  /** Exactly these records, as a condition of their list; absent where conditions have no words for it. */
  filter: Type.Optional(ConditionInput),
});
export type Failing = Static<typeof Failing>;

export const ImpactSlice = Type.Object({
  /** Records that this answer is about. */
  checked: Type.Integer({ minimum: 0, maximum: MAX_INTEGER }),
  /** Where to go on; null when all records have been looked at. */
  after: Type.Union([RecordId, Type.Null()]),
  failing: Type.Array(Failing),
  /** What these records would lose where a field gets another type. */
  losses: Type.Array(FieldLoss),
});
export type ImpactSlice = Static<typeof ImpactSlice>;

export const readImpact = route({
  method: 'POST',
  path: '/api/metadata/object/impact',
  summary: 'How many of the next records a change would refuse; asked again behind `after`, until that is null',
  action: 'metadata.edit',
  writes: false,
  body: Type.Object({ ...SaveObject.properties, after: Type.Optional(RecordId) }, { additionalProperties: false }),
  reply: ImpactSlice,
});
