import type { Db } from '#server/db/database.ts';
import { deleteMessages, messagesOf } from './queries.ts';

/** What a closed account wrote to customer service goes with it. */
export const forgetServiceMessages = (trx: Db, accountId: string): Promise<void> => deleteMessages(trx, accountId);

/** What a user wrote to customer service and was answered, for the copy of the user's data. */
export const copyOfServiceMessages = (db: Db, accountId: string) => messagesOf(db, accountId);
