import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { RecordTable } from './queries.ts';

/** A record that this form already created, when it is sent a second time. */
export async function idByClientKey(db: Db, object: RecordTable, clientKey: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(object.table)} where client_key = ${clientKey}`.execute(db);
  return rows[0]?.id;
}

/** Did a write fail because the same form was sent at the same moment, and was first? */
export const isTakenClientKey = (error: unknown): boolean => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint?.endsWith('_client_key_key') === true;
};
