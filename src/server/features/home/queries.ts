import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** A look that follows another within so long belongs to the same visit. */
const VISIT = "interval '30 minutes'";

/** Takes note that a user looks, and gives when the user looked before this visit; null the first time. */
export async function noteLook(db: Db, accountId: string, now: Date): Promise<Date | null> {
  const at = now.toISOString();
  const { rows } = await sql<{ before: Date | string | null }>`
    insert into home_look as kept (account_id, looked_at) values (${accountId}::bigint, ${at}::timestamptz)
    on conflict (account_id) do update set
      before_at = case when kept.looked_at < excluded.looked_at - ${sql.raw(VISIT)} then kept.looked_at else kept.before_at end,
      looked_at = greatest(kept.looked_at, excluded.looked_at)
    returning before_at as before`.execute(db);
  const before = rows[0]?.before ?? null;
  return before === null ? null : new Date(before);
}

/** When a user last looked at the first page, for the copy of what is kept about the user. */
export async function looksOf(db: Db, accountId: string): Promise<unknown> {
  const look = db.selectFrom('home_look').select(['looked_at', 'before_at']).where('account_id', '=', accountId);
  return (await look.executeTakeFirst()) ?? null;
}

export async function deleteLooks(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('home_look').where('account_id', '=', accountId).execute();
}
