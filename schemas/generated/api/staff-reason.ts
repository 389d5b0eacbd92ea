// Written by `npm run schemas` from schemas/api/staff-reason.ts: change it there.
import type * as source from '#schemas/api/staff-reason.ts';

export const MAX_REASON: typeof source.MAX_REASON = 500;
export const MIN_REASON: typeof source.MIN_REASON = 2;
