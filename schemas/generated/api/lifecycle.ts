// Written by `npm run schemas` from schemas/api/lifecycle.ts: change it there.
import type * as source from '#schemas/api/lifecycle.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const GONE_PAGE: typeof source.GONE_PAGE = 500;
export const RESTORABLE_DAYS: typeof source.RESTORABLE_DAYS = 30;
export const archiveRecord: CallOf<typeof source.archiveRecord> = { method: "POST", path: "/api/metadata/data/{objectApiName}/{id}/archive" };
export const deleteRecord: CallOf<typeof source.deleteRecord> = { method: "POST", path: "/api/metadata/data/{objectApiName}/{id}/delete" };
export const listGone: CallOf<typeof source.listGone> = { method: "GET", path: "/api/metadata/data/{objectApiName}/gone" };
export const restoreGone: CallOf<typeof source.restoreGone> = { method: "POST", path: "/api/metadata/gone/{id}/restore" };
