import type { Kind } from './kind.ts';
import { liftsOf } from './lift.ts';

/** Options side by side: the best of them, less the more there are, so that naming everything gains nothing. */
export const set: Kind = {
  compare: ({ values = [] }, setting) => liftsOf(values, setting),
  // Where nothing is known of any of them, there is nothing to take off either.
  sum: (terms) => (terms.some((term) => term !== 0) ? Math.max(...terms) - Math.log(1 + (terms.length - 1) / 4) : 0),
};
