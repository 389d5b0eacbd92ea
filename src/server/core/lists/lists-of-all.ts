import type { Condition } from '#schemas/metadata/condition.ts';

/** Lists that every record of a condition is on. */
export function listsOfAll(condition: Condition | undefined): string[] {
  if (!condition) return [];
  if ('and' in condition) return condition.and.flatMap(listsOfAll);
  return 'inList' in condition ? [condition.inList] : [];
}
