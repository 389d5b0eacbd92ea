import type { Stage } from '#schemas/api/jingchat.ts';
import type { Plan, Reading } from './plan.ts';

/**
 * What is kept of an answer: how the question was read, or why there is no answer. What the data said is never kept: it is
 * read again with the rights of the day.
 */
export type Kept =
  | Reading
  | {
      readonly kind: 'failed';
      readonly stage: Stage;
      readonly message: string;
      /** How the question was read before the failure; it is tried again from here. */
      readonly reading?: Reading;
    }
  | {
      /** A language model answered; these are the queries that it made. */
      readonly kind: 'model';
      readonly plans: readonly Plan[];
    }
  | { readonly kind: 'stopped' };
