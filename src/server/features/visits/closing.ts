import type { Db } from '#server/db/database.ts';
import { deleteVisitsOf, visitsOf } from './queries.ts';

/** What a user looked at goes with the account. */
export const forgetVisits = (trx: Db, accountId: string): Promise<void> => deleteVisitsOf(trx, accountId);

/** What a user looked at, for the copy of what is kept about them. */
export const copyOfVisits = visitsOf;
