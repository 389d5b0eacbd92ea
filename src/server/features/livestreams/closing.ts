import type { Db } from '#server/db/database.ts';
import { deleteFollows, followsOf } from './queries.ts';

/** A closed account follows nothing. */
export const forgetFollows = (trx: Db, accountId: string): Promise<void> => deleteFollows(trx, accountId);

/** Which livestreams a user follows, for the copy of the user's data. */
export const copyOfFollows = (db: Db, accountId: string) => followsOf(db, accountId);
