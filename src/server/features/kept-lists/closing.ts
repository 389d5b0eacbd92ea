import type { Db } from '#server/db/database.ts';
import { copiedLists, forgetListsOf } from './queries.ts';

/** Takes away the lists of a closed account, and what others shared with it. */
export const forgetKeptLists = (trx: Db, accountId: string): Promise<void> => forgetListsOf(trx, accountId);

/** The lists of an account, for the copy that its user asks for. */
export const copyOfKeptLists = (db: Db, accountId: string) => copiedLists(db, accountId);
