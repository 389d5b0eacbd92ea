// Written by `npm run schemas` from schemas/api/kept-lists.ts: change it there.
import type * as source from '#schemas/api/kept-lists.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_CANDIDATES: typeof source.MAX_CANDIDATES = 20;
export const MAX_LISTS: typeof source.MAX_LISTS = 100;
export const MAX_LIST_ITEMS: typeof source.MAX_LIST_ITEMS = 2000;
export const MAX_LIST_NAME: typeof source.MAX_LIST_NAME = 60;
export const MAX_LIST_SHARES: typeof source.MAX_LIST_SHARES = 50;
export const MAX_PASTED_NAMES: typeof source.MAX_PASTED_NAMES = 500;
export const addToKeptList: CallOf<typeof source.addToKeptList> = { method: "POST", path: "/api/list/{id}/add" };
export const createKeptList: CallOf<typeof source.createKeptList> = { method: "POST", path: "/api/list" };
export const listKeptLists: CallOf<typeof source.listKeptLists> = { method: "GET", path: "/api/list" };
export const listShares: CallOf<typeof source.listShares> = { method: "GET", path: "/api/list/{id}/share" };
export const readKeptList: CallOf<typeof source.readKeptList> = { method: "GET", path: "/api/list/{id}" };
export const removeKeptList: CallOf<typeof source.removeKeptList> = { method: "POST", path: "/api/list/{id}/remove" };
export const renameKeptList: CallOf<typeof source.renameKeptList> = { method: "POST", path: "/api/list/{id}" };
export const resolveListNames: CallOf<typeof source.resolveListNames> = { method: "POST", path: "/api/list/names" };
export const restoreKeptList: CallOf<typeof source.restoreKeptList> = { method: "POST", path: "/api/list/{id}/restore" };
export const shareKeptList: CallOf<typeof source.shareKeptList> = { method: "POST", path: "/api/list/{id}/share" };
export const takeFromKeptList: CallOf<typeof source.takeFromKeptList> = { method: "POST", path: "/api/list/{id}/take" };
export const unshareKeptList: CallOf<typeof source.unshareKeptList> = { method: "POST", path: "/api/list/{id}/unshare" };
