import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isSeen, type SeenRows } from '#server/core/conditions/conditions.ts';
import type { Parameters } from '#server/core/conditions/parameters.ts';
import type { ReadableObject, ValuesOf } from './readable-object.ts';

/** Of which records the values of some fields are shown, for those of the fields that are shown of any. */
export const partlySeen = (
  object: ReadableObject,
  fields: readonly FieldDefinition[],
  valuesOf: ValuesOf,
): ReadonlyMap<string, SeenRows> =>
  new Map(
    fields.flatMap((field): [string, SeenRows][] => {
      const rows = valuesOf(object, field);
      return rows ? [[field.apiName, rows]] : [];
    }),
  );

/** The test in a statement that the value of a field is shown of a row; nothing for a field that is shown of all. */
export const partTest =
  (object: ReadableObject, partly: ReadonlyMap<string, SeenRows>, today: string, parameters: Parameters) =>
  ({ apiName }: FieldDefinition): string | undefined => {
    const rows = partly.get(apiName);
    return rows && isSeen(object, rows, today, parameters);
  };
