import type { Db } from '#server/db/database.ts';
import { contactsOf, deleteDeals } from './queries.ts';

/** An investor's list goes with the account; a company's stays with the company. */
export const forgetPipeline = (trx: Db, accountId: string): Promise<void> => deleteDeals(trx, accountId);

/** What a person follows up, for the copy of what is kept about them. */
export const copyOfPipeline = async (db: Db, accountId: string) =>
  (await contactsOf(db, accountId)).map((row) => ({
    title: row.title,
    state: row.state,
    reason: row.reason,
    amount: row.amount,
    currency: row.amount_currency,
    nextStep: row.next_step,
    nextOn: row.next_on,
    note: row.note,
    movedAt: row.moved_at,
  }));
