// Written by `npm run schemas` from schemas/api/list-groups.ts: change it there.
import type * as source from '#schemas/api/list-groups.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_LIST_GROUPS: typeof source.MAX_LIST_GROUPS = 12;
export const groupRecords: CallOf<typeof source.groupRecords> = { method: "POST", path: "/api/metadata/data/groups" };
