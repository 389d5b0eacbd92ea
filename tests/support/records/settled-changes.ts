import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#server/db/database.ts';

/**
 * Waits until the change log and visits may be read to their end. On PostgreSQL every transaction of the whole server holds readers
 * back, those of other databases and other tests too.
 */
export async function settledChanges(db: Db): Promise<void> {
  const isSettled = async () => {
    const { rows } = await sql<{ settled: boolean }>`
      select coalesce(bool_and(xid < pg_snapshot_xmin(pg_current_snapshot())), true) as settled
      from (select xid from change_log union all select xid from record_visit where xid is not null) written`.execute(
      db,
    );
    return rows[0]?.settled;
  };
  await expect.poll(isSettled).toBe(true);
}
