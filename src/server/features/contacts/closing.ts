import type { Db } from '#server/db/database.ts';
import { forgetContactTraces, requestsMadeBy, viewsAround } from './closing-queries.ts';

/** Takes a closed account out of contacts; that the contact was seen or bought stays, by id, as coins and allowances must add up. */
export const forgetContacts = (trx: Db, accountId: string): Promise<void> => forgetContactTraces(trx, accountId);

/** What contacts keep of a person, for the copy of it; the card itself is shown where it is edited. */
export const copyOfContacts = async (db: Db, accountId: string) => ({
  planRequests: await requestsMadeBy(db, accountId),
  views: await viewsAround(db, accountId),
});
