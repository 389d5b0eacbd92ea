import type { Db } from '#server/db/database.ts';
import { deleteFollows, followsOf } from './queries.ts';

/** A closed account follows nothing. */
export const forgetFollows = (trx: Db, accountId: string): Promise<void> => deleteFollows(trx, accountId);

/** Which lives a person follows, for the copy of what is kept of him. */
export const copyOfFollows = (db: Db, accountId: string) => followsOf(db, accountId);
