// Written by `npm run schemas` from schemas/api/route.ts: change it there.
import type * as source from '#schemas/api/route.ts';

export const MAX_INTEGER: typeof source.MAX_INTEGER = 2147483647;
export const RECORD_IDS: typeof source.RECORD_IDS = "^[1-9][0-9]{0,17}(,[1-9][0-9]{0,17}){0,99}$";
