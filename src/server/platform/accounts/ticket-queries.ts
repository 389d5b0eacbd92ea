import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Tables of tickets: one sets a password, the other replaces the first proof of a sign-in. */
export type TicketTable = 'reset_ticket' | 'factor_ticket';

/** What lets its holder do one thing for an account until a moment. Only its hash is kept. */
export interface NewTicket {
  readonly ticketHash: string;
  readonly accountId: string;
  readonly expiresAt: Date;
}

/** Tickets that are over and cleared away with each new one, at most. */
const SWEEP = 50;

/** Keeps a ticket; some of those that are over are cleared away. */
export async function keepTicket(
  db: Db,
  table: TicketTable,
  { ticketHash, accountId, expiresAt }: NewTicket,
  now: Date,
): Promise<void> {
  await sql`
    with swept as (
      delete from ${sql.table(table)} where ticket_hash in (
        select ticket_hash from ${sql.table(table)} where expires_at <= ${now} order by expires_at limit ${SWEEP}
          for update skip locked)
    )
    insert into ${sql.table(table)} (ticket_hash, account_id, expires_at)
      values (${ticketHash}, ${accountId}, ${expiresAt})`.execute(db);
}
