import { BINDINGS } from '#schemas/bindings.ts';
import type { Database } from '#server/db/database.ts';
import type { IncomingRecord, RecordWriter } from '#server/core/records/record-writer.ts';
import { shippedBlocks, shippedSteps } from '#server/platform/home/shipped.ts';
import { storeShipped } from './shipped-records.ts';

/** Gives an installation the blocks of the first page that ship, and the steps, as `storeShipped` does. */
export async function storeHome(
  database: Pick<Database, 'db'>,
  writer: Pick<RecordWriter, 'writeMany'>,
  now: Date,
  rows: readonly IncomingRecord[] = shippedBlocks(),
): Promise<void> {
  const { homeBlock, homeStep } = BINDINGS;
  const stored = [
    { binding: homeBlock, rows },
    { binding: homeStep, rows: shippedSteps() },
  ];
  for (const { binding, rows: ours } of stored)
    await storeShipped(database, writer, now, {
      object: binding.object,
      rows: ours,
      keyField: binding.fields.code.apiName,
    });
}
