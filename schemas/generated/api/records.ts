// Written by `npm run schemas` from schemas/api/records.ts: change it there.
import type * as source from '#schemas/api/records.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const AVERAGE_PLACES: typeof source.AVERAGE_PLACES = 6;
export const COUNT_LIMIT: typeof source.COUNT_LIMIT = 1000;
export const MAX_CHOSEN: typeof source.MAX_CHOSEN = 10000;
export const MAX_PAGED_ROWS: typeof source.MAX_PAGED_ROWS = 1000000;
export const MAX_PAGE_SIZE: typeof source.MAX_PAGE_SIZE = 100;
export const MAX_SELECTOR_SIZE: typeof source.MAX_SELECTOR_SIZE = 999;
export const checkTaken: CallOf<typeof source.checkTaken> = { method: "POST", path: "/api/metadata/data/{objectApiName}/taken" };
export const countOptions: CallOf<typeof source.countOptions> = { method: "POST", path: "/api/metadata/data/optionCounts" };
export const countRecords: CallOf<typeof source.countRecords> = { method: "POST", path: "/api/metadata/data/count" };
export const createRecord: CallOf<typeof source.createRecord> = { method: "POST", path: "/api/metadata/data/{objectApiName}" };
export const listRecords: CallOf<typeof source.listRecords> = { method: "POST", path: "/api/metadata/data/getLayoutAndDataList" };
export const readHistory: CallOf<typeof source.readHistory> = { method: "GET", path: "/api/metadata/data/{objectApiName}/{id}/history" };
export const readRecord: CallOf<typeof source.readRecord> = { method: "GET", path: "/api/metadata/data/{objectApiName}/{id}" };
export const totalRecords: CallOf<typeof source.totalRecords> = { method: "POST", path: "/api/metadata/data/totals" };
export const updateRecord: CallOf<typeof source.updateRecord> = { method: "POST", path: "/api/metadata/data/{objectApiName}/{id}" };
