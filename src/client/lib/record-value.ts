import type { RecordRow } from '#schemas/api/records.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';

/** A record's value of a field; undefined where nothing is known. Names of things every JavaScript object has are no fields. */
export function recordValue(record: RecordRow, apiName: string): FieldValue {
  return Object.hasOwn(record, apiName) ? (record as Readonly<Record<string, FieldValue>>)[apiName] : undefined;
}
