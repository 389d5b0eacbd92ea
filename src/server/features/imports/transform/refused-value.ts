import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { valueCheck } from '#shared/validation/value-check.ts';

/** A refused value, parted into what may stay and the entries that may not. */
export interface Parted {
  /** Undefined where nothing of it may stay. */
  readonly kept: FieldValue;
  /** Texts of the entries that are left out; none where the value is left out as a whole. */
  readonly refused: readonly string[];
}

/** Of a list those entries stay that the field takes; any other value is left out as a whole. Always takes something out. */
export function partRefused(field: FieldDefinition, value: FieldValue): Parted {
  if (!Array.isArray(value) || field.targetApiName !== undefined) return { kept: undefined, refused: [] };
  const check = valueCheck(field);
  const entries = value as readonly string[];
  const refused = entries.filter((entry) => check([entry]) !== undefined);
  const kept = entries.filter((entry) => !refused.includes(entry));
  // A list refused for what it is as a whole, e.g. its length, has no entry to blame.
  return refused.length === 0 || kept.length === 0 ? { kept: undefined, refused: [] } : { kept: [...kept], refused };
}
