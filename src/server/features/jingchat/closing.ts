import type { Db } from '#server/db/database.ts';
import { askedBy, deleteConversations } from './conversation-queries.ts';
import { unlinkVerdicts, verdictsOf } from './learning/queries.ts';

/** What a closed account asked the assistant goes with it. */
export async function forgetConversations(trx: Db, accountId: string): Promise<void> {
  await unlinkVerdicts(trx, accountId);
  await deleteConversations(trx, accountId);
}

/** What a user asked the assistant, for the copy of the user's data. */
export const copyOfQuestions = (db: Db, accountId: string) => askedBy(db, accountId);

/** What a user said of the answers, for the same copy. */
export const copyOfVerdicts = (db: Db, accountId: string) => verdictsOf(db, accountId);
