import type { Db } from '#server/db/database.ts';
import { deleteUseOf, readByDay } from './queries.ts';

/** What was counted for a closed account goes with it. */
export const forgetRowUse = (trx: Db, accountId: string): Promise<void> => deleteUseOf(trx, accountId);

/** How many records a user read by day, for the copy of the user's data. */
export const copyOfRowUse = (db: Db, accountId: string) => readByDay(db, accountId);
