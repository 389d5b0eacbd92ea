import type { Db } from '#server/db/database.ts';
import { expireDue } from './case-moves.ts';

/** Ends every wait for a mail whose term is over by now; gives how many. Several processes may do this at once. */
export const sweepExpired = (db: Db, now: Date): Promise<number> =>
  db.transaction().execute((trx) => expireDue(trx, now));
