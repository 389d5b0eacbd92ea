import type { Database } from './database.ts';

/** What a database says of itself. */
export interface DatabaseFacts {
  readonly version: string;
  /** A standby answers and takes no writes. */
  readonly isStandby: boolean;
  readonly now: Date;
  readonly maxConnections: number;
}

/** Asks a database about itself. */
export async function databaseFacts({ pool }: Pick<Database, 'pool'>): Promise<DatabaseFacts> {
  const { rows } = await pool.query<{ version: string; standby: boolean; now: string; connections: number }>(
    `select current_setting('server_version') as version, pg_is_in_recovery() as standby, clock_timestamp() as now,
      current_setting('max_connections')::int as connections`,
  );
  const [row] = rows;
  if (!row) throw new Error('The database says nothing of itself.');
  return {
    version: row.version,
    isStandby: row.standby,
    now: new Date(row.now),
    maxConnections: row.connections,
  };
}

/** Does the database answer, and does it take writes? */
export const isWritable = async (database: Pick<Database, 'pool'>): Promise<boolean> =>
  !(await databaseFacts(database)).isStandby;
