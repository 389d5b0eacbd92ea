import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#server/db/database.ts';
import { keepTicket, type TicketTable } from './ticket-queries.ts';

/** Only this hash of a ticket is kept. */
export const hashTicket = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url');

/** Makes a ticket of an account that is good once before `expiresAt`. */
export async function issueTicket(
  db: Db,
  table: TicketTable,
  accountId: string,
  { expiresAt, now }: { readonly expiresAt: Date; readonly now: Date },
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await keepTicket(db, table, { ticketHash: hashTicket(ticket), accountId, expiresAt }, now);
  return ticket;
}
