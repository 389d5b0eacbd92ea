import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BINDINGS } from '#schemas/bindings.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { type BoundValues, recordValues } from '#shared/bindings/bound-values.ts';
import type { IncomingRecord } from '#server/core/records/record-writer.ts';

/** The budgets that ship, by their codes. */
export function shippedBudgets(): IncomingRecord[] {
  const { rowBudget } = BINDINGS;
  const text = readFileSync(path.join(import.meta.dirname, 'budgets.json'), 'utf8');
  return (JSON.parse(text) as BoundValues<typeof rowBudget>[]).map((values) => ({
    key: values.code ?? '',
    values: recordValues(rowBudget, values) as RecordValues,
  }));
}
