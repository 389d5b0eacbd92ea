import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Takes what was exchanged with an account, ends its requests that wait, forgets its settings and whose companies it looked at. */
export async function forgetExchanges(trx: Db, accountId: string, at: Date): Promise<void> {
  await trx
    .deleteFrom('chat_grant')
    .where((where) => where.or([where('viewer_id', '=', accountId), where('owner_id', '=', accountId)]))
    .execute();
  await trx
    .updateTable('chat_exchange')
    .set({ state: 'expired', decided_at: at })
    .where('state', '=', 'pending')
    .where((where) => where.or([where('requester_id', '=', accountId), where('responder_id', '=', accountId)]))
    .execute();
  await trx.deleteFrom('chat_setting').where('account_id', '=', accountId).execute();
  await trx
    .deleteFrom('project_interest')
    .where((where) => where.or([where('founder_id', '=', accountId), where('investor_id', '=', accountId)]))
    .execute();
}

/** Messages that an account wrote and did not take back, oldest first, each with whom it was written to. */
export async function messagesBy(db: Db, accountId: string) {
  const { rows } = await sql<{ peer: string; type: number; body: string; created_at: string }>`
    select case when c.user_a = ${accountId}::bigint then c.user_b else c.user_a end as peer, m.type, m.body, m.created_at
    from chat_conversation c join chat_message m on m.conversation_id = c.id
    where ${accountId}::bigint in (c.user_a, c.user_b) and m.sender_id = ${accountId}::bigint and m.recalled_at is null
    order by m.created_at, c.id, m.seq`.execute(db);
  return rows;
}

/** Requests to exchange that an account made or was asked for, oldest first; without any value. */
export const exchangesAround = (db: Db, accountId: string) =>
  db
    .selectFrom('chat_exchange')
    .select(['kind', 'requester_id', 'responder_id', 'state', 'created_at', 'decided_at'])
    .where((where) => where.or([where('requester_id', '=', accountId), where('responder_id', '=', accountId)]))
    .orderBy('created_at')
    .execute();

/** What an account set for all of its conversations; undefined when nothing. */
export const chatSettingOf = (db: Db, accountId: string) =>
  db
    .selectFrom('chat_setting')
    .select(['auto_reply', 'auto_reply_on', 'quiet'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();

/** Plans that went from or to an account, oldest first. */
export const deliveriesAround = (db: Db, accountId: string) =>
  db
    .selectFrom('chat_delivery')
    .select(['company_id', 'from_id', 'to_id', 'delivered_at'])
    .where((where) => where.or([where('from_id', '=', accountId), where('to_id', '=', accountId)]))
    .orderBy('delivered_at')
    .execute();
