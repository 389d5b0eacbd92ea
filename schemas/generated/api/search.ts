// Written by `npm run schemas` from schemas/api/search.ts: change it there.
import type * as source from '#schemas/api/search.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const GROUP_SIZE: typeof source.GROUP_SIZE = 5;
export const MAX_SEARCH_WORD: typeof source.MAX_SEARCH_WORD = 100;
export const MAX_SUGGESTIONS: typeof source.MAX_SUGGESTIONS = 20;
export const searchAll: CallOf<typeof source.searchAll> = { method: "GET", path: "/api/metadata/insight/search" };
export const suggestWords: CallOf<typeof source.suggestWords> = { method: "GET", path: "/api/metadata/insight/search/word" };
