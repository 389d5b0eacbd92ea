import type { Condition } from '#schemas/metadata/condition.ts';

/** The conditions that hold together in one. */
export const partsOf = (condition: Condition | undefined): readonly Condition[] => {
  if (!condition) return [];
  return 'and' in condition ? condition.and : [condition];
};

/** Some conditions as one; undefined where there is none. */
export const allOf = (parts: readonly Condition[]): Condition | undefined =>
  parts.length > 1 ? { and: parts } : parts[0];
