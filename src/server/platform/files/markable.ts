import type { FileValue } from '#schemas/metadata/value.ts';
import type { FileRow } from '#server/core/files/queries.ts';
import { ownFile } from '#server/core/files/own-files.ts';
import type { Db } from '#server/db/database.ts';
import { PDF_MIME } from './document-kind.ts';
import { fileById } from './queries.ts';

/** A PDF that came before copies were marked has not been looked into: that is done when one is first wanted. */
export const isMarkableRow = (row: Pick<FileRow, 'mime' | 'pdf'>): boolean =>
  row.mime === PDF_MIME && (row.pdf === null || row.pdf === 'open');

/** Can copies of this file be given with a watermark, as far as is known? Not of a file that is elsewhere. */
export async function isMarkable(db: Db, value: FileValue): Promise<boolean> {
  const own = ownFile(value);
  const row = own && (await fileById(db, own.id));
  return row !== undefined && isMarkableRow(row);
}
