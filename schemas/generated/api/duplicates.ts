// Written by `npm run schemas` from schemas/api/duplicates.ts: change it there.
import type * as source from '#schemas/api/duplicates.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_CANDIDATES: typeof source.MAX_CANDIDATES = 5;
export const findDuplicates: CallOf<typeof source.findDuplicates> = { method: "POST", path: "/api/metadata/data/{objectApiName}/duplicates" };
export const refuseDuplicate: CallOf<typeof source.refuseDuplicate> = { method: "POST", path: "/api/staff/duplicates/{id}/refuse" };
export const reopenDuplicate: CallOf<typeof source.reopenDuplicate> = { method: "POST", path: "/api/staff/duplicates/{id}/reopen" };
export const searchDuplicates: CallOf<typeof source.searchDuplicates> = { method: "POST", path: "/api/staff/duplicates/search" };
