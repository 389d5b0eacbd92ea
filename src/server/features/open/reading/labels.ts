import type { RecordRow } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';

/** A record whose options are given with their labels. A value that is no option any more is its own label. */
export function withLabels(fields: readonly FieldDefinition[], row: RecordRow): RecordRow {
  const labelled: RecordRow = { ...row };
  for (const { apiName, selectOptions = [] } of fields) {
    const held = row[apiName];
    if (selectOptions.length === 0 || held === undefined || held === null) continue;
    const labels = new Map(selectOptions.map(({ value, label }) => [value, label]));
    const one = (value: unknown) => ({ value, label: labels.get(String(value)) ?? String(value) });
    labelled[apiName] = Array.isArray(held) ? held.map(one) : one(held);
  }
  return labelled;
}
