import type { Db } from '#server/db/database.ts';
import { expireDue } from './case-moves.ts';
import { expireInvitations } from './members/queries.ts';

/** Ends every wait for a mail, and every invitation, whose term is over by now; gives how many mails. Several processes may do this at once. */
export async function sweepExpired(db: Db, now: Date): Promise<number> {
  await expireInvitations(db, now);
  return db.transaction().execute((trx) => expireDue(trx, now));
}
