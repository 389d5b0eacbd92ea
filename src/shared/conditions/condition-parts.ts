import type { Condition } from '#schemas/metadata/condition.ts';

/** The conditions that hold together in one. */
export const partsOf = (condition: Condition | undefined): readonly Condition[] => {
  if (!condition) return [];
  return 'and' in condition ? condition.and : [condition];
};

/** Two conditions as one, either of which may be absent. */
export const bothOf = (one: Condition | undefined, other: Condition | undefined): Condition | undefined =>
  allOf([...partsOf(one), ...partsOf(other)]);

/** Some conditions as one; undefined where there is none. */
export const allOf = (parts: readonly Condition[]): Condition | undefined =>
  parts.length > 1 ? { and: parts } : parts[0];
