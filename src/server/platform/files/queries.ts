import { sql } from 'kysely';
import type { PdfState } from '#schemas/api/uploads.ts';
import { FILE_COLUMNS, type FileRow } from '#server/core/files/queries.ts';
import type { Db } from '#server/db/database.ts';

export interface NewFile extends Omit<FileRow, 'hosted_path'> {
  readonly sha256: string;
}

export async function insertFile(db: Db, file: NewFile, at: Date): Promise<void> {
  await db
    .insertInto('file')
    .values({ ...file, created_at: at })
    .execute();
}

/** A file whose bytes a hosted storage took. */
export async function insertHostedFile(trx: Db, file: FileRow, at: Date): Promise<void> {
  await trx
    .insertInto('file')
    .values({ ...file, sha256: null, created_at: at })
    .execute();
}

export async function fileById(db: Db, id: string): Promise<FileRow | undefined> {
  return db
    .selectFrom('file')
    .select(FILE_COLUMNS)
    .where('id', '=', id)
    .where('moved_to', 'is', null)
    .executeTakeFirst();
}

/** Notes whether marked copies can be made of a file. */
export async function notePdf(db: Db, id: string, pdf: PdfState): Promise<void> {
  await db.updateTable('file').set({ pdf }).where('id', '=', id).execute();
}

/**
 * Lets an account fetch a private file of another's from now on, in the caller's transaction: a business plan that was
 * asked for, a picture that was sent. @throws the database's error where there is no such file or account.
 */
export async function grantFile(trx: Db, fileId: string, accountId: string): Promise<void> {
  await trx
    .insertInto('file_grant')
    .values({ file_id: fileId, account_id: accountId })
    .onConflict((conflict) => conflict.columns(['file_id', 'account_id']).doNothing())
    .execute();
}

export async function isGranted(db: Db, fileId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('file_grant')
    .select('file_id')
    .where('file_id', '=', fileId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Up to `limit` files that were uploaded before an instant and that nothing refers to; other sweepers pass them by. */
export async function unusedFiles(trx: Db, before: Date, limit: number): Promise<Pick<FileRow, 'id' | 'bucket'>[]> {
  return trx
    .selectFrom('file')
    .select(['id', 'bucket'])
    .where('used_at', 'is', null)
    .where('moved_to', 'is', null)
    .where('created_at', '<', before.toISOString())
    .orderBy('created_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function deleteFiles(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('file').where('id', 'in', ids).execute();
}

/** Takes a signature for use. False when it was used before. */
export async function claimTicket(trx: Db, id: string, accountId: string, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('upload_ticket')
    .values({ id, account_id: accountId, used_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Was this signature given to this account? */
export async function isTicketOf(db: Db, id: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('upload_ticket')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function noteTicketBytes(db: Db, id: string, bytes: number): Promise<void> {
  await db
    .updateTable('upload_ticket')
    .set({ bytes: String(bytes) })
    .where('id', '=', id)
    .execute();
}

/** Forgets signatures that were used before an instant: they have ended and count for no day any more. */
export async function deleteTickets(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('upload_ticket').where('used_at', '<', before.toISOString()).execute();
}

/** Uploads of an account since an instant, and their bytes. */
export async function uploadsSince(db: Db, accountId: string, since: Date): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: string; bytes: string }>`
    select count(*) as files, coalesce(sum(bytes), 0) as bytes from upload_ticket
    where account_id = ${accountId}::bigint and used_at >= ${since}::timestamptz`.execute(db);
  return { files: Number(rows[0]?.files), bytes: Number(rows[0]?.bytes) };
}
