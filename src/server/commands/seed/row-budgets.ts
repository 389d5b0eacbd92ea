import { BINDINGS } from '#schemas/bindings.ts';
import type { Database } from '#server/db/database.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import { shippedBudgets } from '#server/platform/row-use/shipped.ts';
import { storeShipped } from './shipped-records.ts';

/** Gives an installation the budgets of reading that ship, as `storeShipped` does. */
export async function storeRowBudgets(
  database: Pick<Database, 'db'>,
  writer: Pick<RecordWriter, 'writeMany'>,
  now: Date,
): Promise<void> {
  const { object, fields } = BINDINGS.rowBudget;
  await storeShipped(database, writer, now, { object, rows: shippedBudgets(), keyField: fields.code.apiName });
}
