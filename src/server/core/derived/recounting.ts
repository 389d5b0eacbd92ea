import { isComputed } from '#generators/field-types/registry.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { groupsIn } from './queries.ts';

/** Fields that are being worked out for all records of an object, and can be neither filtered nor ordered by until then. */
export const fieldsBeingFilled = (object: CatalogObject): string[] =>
  (object.isSystem || object.formulasKept ? [] : object.fields)
    .filter(
      (field) => isComputed(field) && !object.isKept(field.apiName) && !object.formulas.changesDaily(field.apiName),
    )
    .map(({ apiName }) => apiName);

/**
 * Fields of one record whose values may be another in a moment: records that they follow from were just written. `marks` are
 * those of the record that wait.
 */
export function fieldsBeingRecounted(object: CatalogObject, marks: readonly string[]): string[] {
  const filled = fieldsBeingFilled(object);
  if (marks.length === 0) return filled;
  const marked = groupsIn(marks);
  const waiting = object.groups.filter(({ key }) => marked.has(key));
  return [...new Set([...filled, ...waiting.flatMap(({ fields }) => fields.map(({ apiName }) => apiName))])];
}
