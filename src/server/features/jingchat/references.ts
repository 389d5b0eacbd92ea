import { comparisons } from '#generators/filters.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { ID_SOURCE } from '#schemas/metadata/value.ts';
import type { LabelOf } from '#shared/conditions/condition-words.ts';
import type { ObjectSource, ReadScope } from '#server/core/lists/readable-object.ts';
import { readNames } from '#server/core/lists/reference-names.ts';
import type { ReadQueries } from '#server/db/read-queries.ts';

const ID = new RegExp(ID_SOURCE);

/** How the values of a condition are called: options by their labels, records by the names that they have now. */
export async function labelsOf(
  condition: Condition | undefined,
  fields: readonly FieldDefinition[],
  queries: ReadQueries,
  objects: ObjectSource,
  scope: Pick<ReadScope, 'rowsOf' | 'today'>,
): Promise<LabelOf> {
  const names = new Map<string, ReadonlyMap<string, string>>();
  const ids = new Map<string, Set<string>>();
  for (const { field: apiName, value } of condition ? comparisons(condition) : []) {
    const target = fields.find((field) => field.apiName === apiName)?.targetApiName;
    if (target === undefined) continue;
    const known = ids.get(target) ?? new Set();
    ids.set(target, known);
    for (const one of [value].flat()) if (ID.test(String(one))) known.add(String(one));
  }
  for (const [target, wanted] of ids) {
    const object = objects.find(target);
    if (object) names.set(target, await readNames(queries, object, [...wanted], scope));
  }
  return (value, field) =>
    field.selectOptions?.find((option) => option.value === value)?.label ??
    names.get(field.targetApiName ?? '')?.get(value) ??
    value;
}
