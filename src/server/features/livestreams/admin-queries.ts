import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { StoredLivestream } from './livestream-check.ts';

/** The livestream that was announced under a key. */
export const livestreamByKey = (db: Db, key: string) =>
  db.selectFrom('live').selectAll().where('key', '=', key).executeTakeFirst();

/** The id of the new livestream; undefined when there is one of its key already. */
export async function insertLivestream(
  trx: Db,
  live: StoredLivestream & { readonly key: string; readonly created_by: string | null } & {
    readonly begun_for?: string;
    readonly is_over?: boolean;
  },
  at: Date,
): Promise<string | undefined> {
  const row = await trx
    .insertInto('live')
    .values({ ...live, created_at: at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** A livestream, locked until the transaction ends. */
export const lockLivestream = (trx: Db, id: string) =>
  trx.selectFrom('live').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Writes the next version of a livestream. */
export async function rewriteLivestream(trx: Db, id: string, live: StoredLivestream): Promise<void> {
  await trx
    .updateTable('live')
    .set({ ...live, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function markCancelled(trx: Db, id: string, at: Date): Promise<void> {
  await trx
    .updateTable('live')
    .set({ cancelled_at: at, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}
