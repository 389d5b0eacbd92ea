import type { Database } from '#server/db/database.ts';
import { lockSql, unlockSql } from './queries.ts';

/**
 * Makes one piece of work of a kind run at a time on a database; `key` names the kind. On PostgreSQL a lock that ends with
 * its connection, so that a process that dies lets go of it; the embedded database has one process only.
 * @returns the way to let go, or undefined when another process has the lock.
 */
export async function lockWork(database: Database, key: number): Promise<(() => Promise<void>) | undefined> {
  if (database.kind === 'embedded') return async () => undefined;
  const client = await database.direct.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>(lockSql(key));
    if (rows[0]?.taken === true) {
      return async () => {
        // A connection that is lost has let go already.
        await client.query(unlockSql(key)).then(
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
