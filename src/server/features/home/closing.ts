import { deleteLooks, looksOf } from './queries.ts';

/** When a user last looked at the first page goes with the account. */
export const forgetLooks = deleteLooks;

/** The same for the copy of what is kept about the user. */
export const copyOfLooks = looksOf;
