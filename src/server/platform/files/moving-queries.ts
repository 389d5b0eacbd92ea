import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { FileRow } from '#server/core/files/queries.ts';
import { FILE_COLUMNS } from '#server/core/files/queries.ts';

/** A public file, and the private one that took its place where there is one. Another process that moves it is waited for. */
export async function lockedPublicFile(
  trx: Db,
  id: string,
): Promise<(FileRow & { readonly moved_to: string | null }) | undefined> {
  return trx
    .selectFrom('file')
    .select([...FILE_COLUMNS, 'moved_to'])
    .where('id', '=', id)
    .where('bucket', '=', 'public')
    .forUpdate()
    .executeTakeFirst();
}

/** Makes a file known that holds what another one does, under an id of its own, in the private bucket. */
export async function insertPrivateCopy(trx: Db, of: string, id: string, at: Date): Promise<void> {
  await sql`
    insert into file (id, owner_id, bucket, mime, bytes, sha256, name, pdf, created_at, used_at)
    select ${id}, owner_id, 'private', mime, bytes, sha256, name, pdf, created_at, ${at.toISOString()}::timestamptz
    from file where id = ${of}`.execute(trx);
}

/** From now on no address leads to a file: another one took its place. */
export async function noteMoved(trx: Db, id: string, to: string): Promise<void> {
  await trx.updateTable('file').set({ moved_to: to }).where('id', '=', id).execute();
}

/** Files whose place was taken and whose bytes may still be there. */
export async function movedFiles(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('file')
    .select('id')
    .where('moved_to', 'is not', null)
    .where('used_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** The bytes of a file whose place was taken are gone. */
export async function noteEmptied(db: Db, id: string): Promise<void> {
  await db.updateTable('file').set({ used_at: null }).where('id', '=', id).execute();
}
