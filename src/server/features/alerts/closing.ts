import type { Db } from '#server/db/database.ts';
import { copiedSubscriptions, forgetSubscriptions } from './queries.ts';
import { touchReader } from './reading/queries.ts';

/** Takes away what a closed account subscribed to and what was sent to it. */
export async function forgetAlerts(trx: Db, accountId: string): Promise<void> {
  await touchReader(trx);
  await forgetSubscriptions(trx, accountId);
}

/** What an account subscribed to, for the copy that its user asks for. */
export const copyOfAlerts = (db: Db, accountId: string) => copiedSubscriptions(db, accountId);
