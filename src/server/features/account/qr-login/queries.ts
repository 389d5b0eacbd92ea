import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

type QrLogin = Selectable<Tables['qr_login']>;

export async function insertQrLogin(db: Db, login: Insertable<Tables['qr_login']>): Promise<void> {
  await db.insertInto('qr_login').values(login).execute();
}

/** Takes away what ended before an instant. */
export async function deleteEndedBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('qr_login').where('expires_at', '<', before.toISOString()).execute();
}

/** The state of a code that has not expired, for the browser that asked for it. */
export async function stateOf(
  db: Db,
  of: { readonly tokenHash: string; readonly browserHash: string },
  now: Date,
): Promise<QrLogin['state'] | undefined> {
  const row = await db
    .selectFrom('qr_login')
    .select('state')
    .where('token_hash', '=', of.tokenHash)
    .where('browser_hash', '=', of.browserHash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row?.state;
}

/**
 * Spends a confirmed code: whose it was, to exactly one of all who ask. No user's when the session that confirmed it is
 * over by now, or the account.
 */
export async function spend(
  db: Db,
  of: { readonly tokenHash: string; readonly browserHash: string },
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .updateTable('qr_login')
    .set({ state: 'spent' })
    .where('token_hash', '=', of.tokenHash)
    .where('browser_hash', '=', of.browserHash)
    .where('state', '=', 'confirmed')
    .where('expires_at', '>', now.toISOString())
    .where((where) =>
      where.exists(
        where
          .selectFrom('session')
          .innerJoin('account', 'account.id', 'session.account_id')
          .select('session.id')
          .whereRef('session.id', '=', 'qr_login.session_id')
          .whereRef('session.account_id', '=', 'qr_login.account_id')
          .where('ended_at', 'is', null)
          .where('frozen_at', 'is', null)
          .where('closed_at', 'is', null),
      ),
    )
    .returning('account_id')
    .executeTakeFirst();
  return row?.account_id ?? undefined;
}

/** Binds a code to the user who scanned it, unless it is bound to another; the browser that asks. */
export async function claim(
  db: Db,
  ticketHash: string,
  accountId: string,
  now: Date,
): Promise<Pick<QrLogin, 'user_agent' | 'address' | 'created_at' | 'expires_at'> | undefined> {
  return db
    .updateTable('qr_login')
    .set({ state: 'scanned', account_id: accountId })
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now.toISOString())
    .where((where) =>
      where.or([
        where('state', '=', 'waiting'),
        where.and([where('state', '=', 'scanned'), where('account_id', '=', accountId)]),
      ]),
    )
    .returning(['user_agent', 'address', 'created_at', 'expires_at'])
    .executeTakeFirst();
}

/** Did this person confirm this code? */
export async function wasConfirmedBy(db: Db, ticketHash: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('qr_login')
    .select('state')
    .where('ticket_hash', '=', ticketHash)
    .where('account_id', '=', accountId)
    .where('state', 'in', ['confirmed', 'spent'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Decides a code that this person scanned. False when there is nothing to decide any more. */
export async function decideQrLogin(
  db: Db,
  of: { readonly ticketHash: string; readonly accountId: string; readonly sessionId: string },
  state: 'confirmed' | 'refused',
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('qr_login')
    .set({ state, session_id: of.sessionId })
    .where('ticket_hash', '=', of.ticketHash)
    .where('account_id', '=', of.accountId)
    .where('state', '=', 'scanned')
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
