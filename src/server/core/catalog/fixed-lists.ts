import type { FixedList } from '#schemas/metadata/fixed-list.ts';
import { ConditionFault, type ConditionSource, parseCondition } from '#generators/filters.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { CatalogObject } from './catalog-object.ts';
import { listableFields } from './object-view.ts';

/**
 * The lists of an object that have a condition of their own, as far as a user may read what they are made of. Where a field of
 * the condition is closed, also one of another object whose records it asks for, there is no list: which records are in it
 * would tell their values. `others` are the objects that the user may ask about.
 */
export function openFixedLists(
  object: CatalogObject,
  actor: Actor,
  others: NonNullable<ConditionSource['others']>,
): FixedList[] {
  const { fixedLists = [] } = object.definition;
  if (fixedLists.length === 0) return [];
  const fields = listableFields(object, actor);
  const open = new Set(fields.map(({ apiName }) => apiName));
  const source = { apiName: object.apiName, fields, others };
  const live = (names: readonly string[]) => names.filter((name) => open.has(name));
  return fixedLists.flatMap(({ columns, filters, sort, summaries, ...list }) => {
    if (!isCondition(source, list.filter)) return [];
    return [
      {
        ...list,
        ...(columns && { columns: live(columns) }),
        ...(filters && { filters: live(filters) }),
        ...(sort && { sort: sort.filter(({ field }) => open.has(field)) }),
        ...(summaries && {
          summaries: summaries.filter(({ by, sum }) => open.has(by) && (sum === undefined || open.has(sum))),
        }),
      },
    ];
  });
}

function isCondition(source: ConditionSource, filter: unknown): boolean {
  try {
    parseCondition(source, filter);
    return true;
  } catch (error) {
    if (error instanceof ConditionFault) return false;
    throw error;
  }
}
