// Written by `npm run schemas` from schemas/api/list-columns.ts: change it there.
import type * as source from '#schemas/api/list-columns.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_LIST_FIELDS: typeof source.MAX_LIST_FIELDS = 10;
export const MAX_LIST_TEXT: typeof source.MAX_LIST_TEXT = 500;
export const readGoneItems: CallOf<typeof source.readGoneItems> = { method: "GET", path: "/api/list/{id}/gone" };
export const readListColumns: CallOf<typeof source.readListColumns> = { method: "GET", path: "/api/list/{id}/column" };
export const readListValues: CallOf<typeof source.readListValues> = { method: "POST", path: "/api/list/{id}/values" };
export const setListColumns: CallOf<typeof source.setListColumns> = { method: "POST", path: "/api/list/{id}/column" };
export const setListValues: CallOf<typeof source.setListValues> = { method: "POST", path: "/api/list/{id}/values/{recordId}" };
