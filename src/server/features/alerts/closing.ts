import type { Db } from '#server/db/database.ts';
import { copiedSubscriptions, forgetSubscriptions } from './queries.ts';

/** Takes away what a closed account subscribed to and what was sent to it. */
export const forgetAlerts = (trx: Db, accountId: string): Promise<void> => forgetSubscriptions(trx, accountId);

/** What an account subscribed to, for the copy that its user asks for. */
export const copyOfAlerts = (db: Db, accountId: string) => copiedSubscriptions(db, accountId);
