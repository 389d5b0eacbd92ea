import { deleteMarksOf, marksOf } from './feedback-queries.ts';

/** What a user marked as unfit goes with the account. Counts of what lists showed name no user. */
export const forgetFeedback = deleteMarksOf;

/** What a user marked as unfit, for the copy of what is kept about them. */
export const copyOfFeedback = marksOf;
