import type { ObservableMap } from 'mobx';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';

/**
 * The values of a form as one record. Each is read from its own slot at the moment it is asked for, so code that computes
 * something from it depends on exactly the fields it looked at.
 */
export function trackedValues(
  fields: readonly FieldDefinition[],
  slots: ObservableMap<string, FieldValue>,
): RecordValues {
  const record: RecordValues = Object.create(null) as RecordValues;
  for (const { apiName } of fields) {
    Object.defineProperty(record, apiName, { enumerable: true, get: () => slots.get(apiName) });
  }
  return record;
}
