import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#server/db/database.ts';
import { insertTicket } from './queries.ts';

/** Only this hash of a ticket is kept. */
export const hashTicket = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url');

/** Makes a ticket that sets the password of an account once before `expiresAt`. */
export async function issueTicket(trx: Db, accountId: string, expiresAt: Date, now: Date): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await insertTicket(trx, { ticketHash: hashTicket(ticket), accountId, expiresAt }, now);
  return ticket;
}
