import { Type } from 'typebox';

/** How many records match. */
export const RecordCount = Type.Object({
  total: Type.Integer(),
  totalIsExact: Type.Boolean(),
  /** Counting took too long: `total` may be more than there are, or less. Otherwise there are at least so many. */
  totalIsEstimate: Type.Optional(Type.Boolean()),
});
