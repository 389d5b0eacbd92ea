import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { KeptLive } from './live-check.ts';

const onDesk = (db: Db) =>
  db
    .selectFrom('live')
    .leftJoin('account as announcer', 'announcer.id', 'live.created_by')
    .selectAll('live')
    .select('announcer.name as announcer_name')
    .select(sql<number>`(select count(*)::integer from live_follow f where f.live_id = live.id)`.as('followers'));
export type DeskRow = Awaited<ReturnType<ReturnType<typeof onDesk>['executeTakeFirstOrThrow']>>;

/** Up to `limit` lives announced before the one of id `after`, newest first. */
export async function deskLives(db: Db, after: string | undefined, limit: number): Promise<DeskRow[]> {
  let query = onDesk(db);
  if (after !== undefined) query = query.where('live.id', '<', after);
  return query.orderBy('live.id', 'desc').limit(limit).execute();
}

export const deskLive = (db: Db, id: string): Promise<DeskRow | undefined> =>
  onDesk(db).where('live.id', '=', id).executeTakeFirst();

export const deskLiveByKey = (db: Db, key: string): Promise<DeskRow | undefined> =>
  onDesk(db).where('live.key', '=', key).executeTakeFirst();

/** The id of the new live; undefined when there is one of its key already. */
export async function insertLive(
  trx: Db,
  live: KeptLive & { readonly key: string; readonly created_by: string | null; readonly begun_for?: string },
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

/** A live that nobody else changes until the transaction ends. */
export const lockLive = (trx: Db, id: string) =>
  trx.selectFrom('live').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Writes a live anew, as its next version. */
export async function rewriteLive(trx: Db, id: string, live: KeptLive): Promise<void> {
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
