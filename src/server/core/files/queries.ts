import type { Bucket, PdfState } from '#schemas/api/uploads.ts';
import type { Db } from '#server/db/database.ts';

/** An uploaded file as it is known; its bytes are in the upload folder. */
export interface FileRow {
  readonly id: string;
  /** The account that uploaded it; null when that is gone. */
  readonly owner_id: string | null;
  readonly bucket: Bucket;
  readonly mime: string;
  readonly name: string;
  /** Whole bytes, as text. */
  readonly bytes: string;
  /** Path at the hosted storage; null where the bytes are in the upload folder. */
  readonly hosted_path: string | null;
  /** Whether marked copies can be made of a PDF; null for what was not looked into, and for what is none. */
  readonly pdf: PdfState | null;
}

export const FILE_COLUMNS = ['id', 'owner_id', 'bucket', 'mime', 'name', 'bytes', 'hosted_path', 'pdf'] as const;

/** Files by id that stay until the transaction ends: none of them is swept meanwhile. */
export async function heldFiles(trx: Db, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  return trx
    .selectFrom('file')
    .select(FILE_COLUMNS)
    .where('id', 'in', ids)
    .where('moved_to', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Notes that something refers to these files from now on. */
export async function markUsed(trx: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('file').set({ used_at: at }).where('id', 'in', ids).where('used_at', 'is', null).execute();
}
