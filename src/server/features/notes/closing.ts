import type { Db } from '#server/db/database.ts';
import { copiedNotes, deleteNotes } from './queries.ts';

/** Takes away the notes of a closed account, those that it shared as well. */
export const forgetNotes = (trx: Db, accountId: string): Promise<void> => deleteNotes(trx, accountId);

/** The notes of an account, for the copy that its user asks for. */
export const copyOfNotes = (db: Db, accountId: string) => copiedNotes(db, accountId);
