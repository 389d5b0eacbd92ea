// Written by `npm run schemas` from schemas/api/route.ts: change it there.
import type * as source from '#schemas/api/route.ts';

export const MAX_INTEGER: typeof source.MAX_INTEGER = 2147483647;
