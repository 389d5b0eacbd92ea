import { BINDINGS } from '#schemas/bindings.ts';
import type { Database } from '#server/db/database.ts';
import type { IncomingRecord, RecordWriter } from '#server/core/records/record-writer.ts';
import { shippedBlocks } from '#server/platform/home/shipped.ts';
import { storeShipped } from './shipped-records.ts';

/** Gives an installation the blocks of the first page that ship, as `storeShipped` does. */
export const storeHome = (
  database: Pick<Database, 'db'>,
  writer: Pick<RecordWriter, 'writeMany'>,
  now: Date,
  rows: readonly IncomingRecord[] = shippedBlocks(),
): Promise<ReadonlyMap<string, string>> => {
  const { object, fields } = BINDINGS.homeBlock;
  return storeShipped(database, writer, now, { object, rows, keyField: fields.code.apiName });
};
