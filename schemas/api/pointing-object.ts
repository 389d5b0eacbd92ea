import { Type, type Static } from 'typebox';

/** An object whose records may point at those of a list, for conditions on them: its links are fields that this user may read. */
export const PointingObject = Type.Object({
  objectApiName: Type.String(),
  label: Type.String(),
  fields: Type.Array(Type.Object({ apiName: Type.String(), label: Type.String() })),
});
export type PointingObject = Static<typeof PointingObject>;
