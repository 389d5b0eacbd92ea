import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { valueKind } from '#generators/field-types/registry.ts';

/**
 * The field that says of which day a record is: the date by which its list is ordered, one that is worked out of other
 * records too, as the day of the latest round of a company is. Undefined where the list is ordered otherwise.
 */
export function dayField({
  fields,
  layouts,
}: Pick<ObjectDefinition, 'fields' | 'layouts'>): FieldDefinition | undefined {
  const first = layouts.list.sort[0]?.field;
  return fields.find((field) => field.apiName === first && ['date', 'instant'].includes(valueKind(field)));
}
