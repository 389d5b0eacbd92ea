// Written by `npm run schemas` from schemas/api/dictionary.ts: change it there.
import type * as source from '#schemas/api/dictionary.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const readDictionary: CallOf<typeof source.readDictionary> = { method: "GET", path: "/api/rong/dict" };
export const readTags: CallOf<typeof source.readTags> = { method: "GET", path: "/api/rong/app/dic/getTag" };
