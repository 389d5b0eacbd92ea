import type { Db } from '#server/db/database.ts';
import type { FileStore } from './file-store.ts';
import { deleteFiles, deleteTickets, unusedFiles } from './queries.ts';
import { DAY_MS } from '#shared/time/durations.ts';

/** Files that one sweep takes away at most. */
const MOST = 500;

/**
 * Takes away files that were uploaded more than a day ago and that nothing refers to, parts of uploads that were cut off,
 * and signatures that count for nothing any more. Several processes may sweep at once. Gives how many files went.
 */
export async function sweepUploads(db: Db, store: FileStore, now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - DAY_MS);
  await deleteTickets(db, new Date(now.getTime() - 2 * DAY_MS));
  await store.removeAbandoned(dayAgo);
  return db.transaction().execute(async (trx) => {
    const files = await unusedFiles(trx, dayAgo, MOST);
    // The bytes first: a row that is left is swept again, bytes that are left would stay for ever.
    for (const file of files) await store.remove(file);
    await deleteFiles(
      trx,
      files.map(({ id }) => id),
    );
    return files.length;
  });
}
