import type { Database } from '#server/db/database.ts';
import { LOCK_SQL, UNLOCK_SQL } from './queries.ts';

/**
 * Makes one import run at a time on a database. On PostgreSQL a lock that ends with its connection, so that a process
 * that dies lets go of it; the embedded database has one process only.
 * @returns the way to let go, or undefined when another process runs an import.
 */
export async function lockImports(database: Database): Promise<(() => Promise<void>) | undefined> {
  if (database.kind === 'embedded') return async () => undefined;
  const client = await database.pool.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>(LOCK_SQL);
    if (rows[0]?.taken === true) {
      return async () => {
        // A connection that is lost has let go already.
        await client.query(UNLOCK_SQL).then(
          () => client.release(),
          () => client.release(true),
        );
      };
    }
    client.release();
    return undefined;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
