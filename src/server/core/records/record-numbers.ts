import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { numberedFields, numberText } from '#generators/numbers.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Db } from '#server/db/database.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { takeNumbers } from './number-queries.ts';

/** The part of an object that says how its records are numbered. */
export type NumberedObject = Pick<CatalogObject, 'table' | 'fields'> & {
  readonly formulas: Pick<CatalogObject['formulas'], 'kept'>;
};

interface WrittenRow {
  readonly values: RecordValues;
  readonly old?: { readonly values: RecordValues };
}

/** Transactions that will be rolled back. */
const TRIALS = new WeakSet<Db>();

/** Has a transaction that will be rolled back take no numbers: they would be missing from those of records that are kept. */
export const takeNoNumbers = (trx: Db): void => void TRIALS.add(trx);

/**
 * Rows as they are to be written: each keeps the numbers that it has, and gets the next one where it has none, in their
 * order; formulas follow. All that writes whole records comes by here, so that no record is left without a number.
 */
export async function withNumbers<Row extends WrittenRow>(
  trx: Db,
  object: NumberedObject,
  rows: readonly Row[],
  at: Date,
): Promise<readonly Row[]> {
  const fields = numberedFields(object.fields);
  if (fields.length === 0 || TRIALS.has(trx)) return rows;
  const today = shanghaiDay(at);
  const given = rows.map((): Record<string, FieldValue> => ({}));
  for (const field of fields) {
    const { apiName } = field;
    const open = rows.filter(({ values, old }) => (old?.values[apiName] ?? values[apiName] ?? null) === null);
    const numbers = (await takeNumbers(trx, object.table, field, open.length)).values();
    for (const [index, { values, old }] of rows.entries()) {
      const kept = old?.values[apiName] ?? values[apiName] ?? null;
      const own = given[index];
      if (own) own[apiName] = kept ?? numberText(field, numbers.next().value ?? '', today.slice(0, 4));
    }
  }
  return rows.map((row, index) => ({
    ...row,
    values: object.formulas.kept({ ...row.values, ...given[index] }, today),
  }));
}
