import type { Kind } from './kind.ts';
import { liftsOf } from './lift.ts';

/** An option of a tree with those above it: a term for each level, added. */
export const tree: Kind = {
  compare: ({ values = [] }, setting) => liftsOf(values, setting),
  sum: (terms) => terms.reduce((sum, term) => sum + term, 0),
};
