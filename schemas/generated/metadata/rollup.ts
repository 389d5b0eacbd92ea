// Written by `npm run schemas` from schemas/metadata/rollup.ts: change it there.
import type * as source from '#schemas/metadata/rollup.ts';

export const ROLLUP_FUNCTIONS: typeof source.ROLLUP_FUNCTIONS = [ "count", "countDistinct", "sum", "avg", "min", "max", "first", "distinct", "exists" ];
export const STATED_RULES: typeof source.STATED_RULES = [ "none", "whenEmpty", "greater", "later", "always" ];
