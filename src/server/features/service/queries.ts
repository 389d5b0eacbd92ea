import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Was any of staff here, on any of their devices, since an instant? */
export async function isStaffHere(db: Db, since: Date): Promise<boolean> {
  const found = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select('session.id')
    .where(sql<boolean>`'staff' = any(account.roles)`)
    .where('account.closed_at', 'is', null)
    .where('account.frozen_at', 'is', null)
    .where('session.ended_at', 'is', null)
    .where('session.seen_at', '>=', since.toISOString())
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** How many messages a user has left since an instant. */
export async function messagesSince(db: Db, accountId: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('service_message')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since.toISOString())
    .executeTakeFirst();
  return Number(row?.count);
}

export const insertMessage = (trx: Db, accountId: string, body: string, at: Date): Promise<{ id: string }> =>
  trx
    .insertInto('service_message')
    .values({ account_id: accountId, body, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();

/** A message; no other transaction answers it until this one ends. */
export const lockMessage = (trx: Db, id: string) =>
  trx
    .selectFrom('service_message')
    .select(['id', 'account_id', 'body', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export async function keepAnswer(trx: Db, id: string, answer: string, by: string | null, at: Date): Promise<void> {
  await trx
    .updateTable('service_message')
    .set({ state: 'answered', answer, answered_by: by, answered_at: at })
    .where('id', '=', id)
    .execute();
}

/** What a user wrote and was answered, oldest first. */
export const messagesOf = (db: Db, accountId: string) =>
  db
    .selectFrom('service_message')
    .select(['body as content', 'created_at as leftAt', 'answer', 'answered_at as answeredAt'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();

export async function deleteMessages(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('service_message').where('account_id', '=', accountId).execute();
}
