// Written by `npm run schemas` from schemas/api/chat-search.ts: change it there.
import type * as source from '#schemas/api/chat-search.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_FOUND: typeof source.MAX_FOUND = 50;
export const MAX_WORD: typeof source.MAX_WORD = 50;
export const searchMessages: CallOf<typeof source.searchMessages> = { method: "GET", path: "/api/rong/sixin/search" };
