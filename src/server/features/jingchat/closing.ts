import type { Db } from '#server/db/database.ts';
import { askedBy, deleteConversations } from './conversation-queries.ts';

/** What a closed account asked the assistant goes with it. */
export const forgetConversations = (trx: Db, accountId: string): Promise<void> => deleteConversations(trx, accountId);

/** What a user asked the assistant, for the copy of the user's data. */
export const copyOfQuestions = (db: Db, accountId: string) => askedBy(db, accountId);
