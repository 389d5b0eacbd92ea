import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Notifies every process that listens on a channel, this one included. */
export const notify = (db: Db, channel: string, payload: string): Promise<unknown> =>
  sql`select pg_notify(${channel}, ${payload})`.execute(db);
