// Written by `npm run schemas` from schemas/api/stars.ts: change it there.
import type * as source from '#schemas/api/stars.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const STARRED_NAME: typeof source.STARRED_NAME = "我的关注";
export const emptyKeptList: CallOf<typeof source.emptyKeptList> = { method: "POST", path: "/api/list/{id}/empty" };
export const readStars: CallOf<typeof source.readStars> = { method: "GET", path: "/api/list/star" };
export const setStar: CallOf<typeof source.setStar> = { method: "POST", path: "/api/list/star" };
