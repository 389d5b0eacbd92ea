import { Type, type Static } from 'typebox';
import { FieldApiName } from '#schemas/metadata/names.ts';
import { MAX_INTEGER, RecordId } from './route.ts';

/** What happens to a field that is hidden or gets another type: where it is used, and what of it is lost. */

/** A place that builds on a field which a change hides or gives another type. */
export const FieldUse = Type.Object({
  field: Type.String(),
  /** What it is, e.g. 对象“投资机构”的关联列表“投资案例”, 保存的视图“A 轮以后”. */
  place: Type.String(),
});
export type FieldUse = Static<typeof FieldUse>;

/** What of a field is lost, as it was shown before it was agreed to. */
export const AgreedLoss = Type.Object(
  {
    field: FieldApiName,
    /** Records that lose their value. */
    records: Type.Integer({ minimum: 0, maximum: MAX_INTEGER }),
    /** Tells what is lost from other values; the sum of those of all slices, modulo 2^31. */
    mark: Type.Integer({ minimum: 0, maximum: MAX_INTEGER }),
  },
  { additionalProperties: false },
);
export type AgreedLoss = Static<typeof AgreedLoss>;

/** Fields of one save whose loss may be agreed to. */
export const MAX_AGREED = 300;

/** What a field that gets another type would be read as. */
export const FieldRecast = Type.Object({
  field: Type.String(),
  label: Type.String(),
  /** Names of the types. */
  from: Type.String(),
  to: Type.String(),
  /** Label of the hidden field that keeps every value. */
  kept: Type.String(),
});

/** A value that cannot be read as the new type, among the records of one answer. */
const LostValue = Type.Object({
  text: Type.String(),
  records: Type.Integer({ minimum: 1, maximum: MAX_INTEGER }),
  first: Type.Array(Type.Object({ id: RecordId, name: Type.String() })),
});
export type LostValue = Static<typeof LostValue>;

export const FieldLoss = Type.Object({
  ...AgreedLoss.properties,
  /** The values that most records lose. */
  values: Type.Array(LostValue),
  /** How many different ones there are. */
  different: Type.Integer({ minimum: 0, maximum: MAX_INTEGER }),
});
export type FieldLoss = Static<typeof FieldLoss>;
