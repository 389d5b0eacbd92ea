// Written by `npm run schemas` from schemas/api/open.ts: change it there.
import type * as source from '#schemas/api/open.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_CANDIDATES: typeof source.MAX_CANDIDATES = 20;
export const MAX_OPEN_ROWS: typeof source.MAX_OPEN_ROWS = 200;
export const MAX_RESOLVED_NAMES: typeof source.MAX_RESOLVED_NAMES = 50;
export const aggregateRecords: CallOf<typeof source.aggregateRecords> = { method: "POST", path: "/api/open/v1/{objectApiName}/aggregate" };
export const followRecords: CallOf<typeof source.followRecords> = { method: "GET", path: "/api/open/v1/{objectApiName}/delta" };
export const listOpenObjects: CallOf<typeof source.listOpenObjects> = { method: "GET", path: "/api/open/v1/objects" };
export const listOpenRecords: CallOf<typeof source.listOpenRecords> = { method: "GET", path: "/api/open/v1/{objectApiName}" };
export const readOpenDefinition: CallOf<typeof source.readOpenDefinition> = { method: "GET", path: "/api/open/v1/{objectApiName}/definition" };
export const readOpenObject: CallOf<typeof source.readOpenObject> = { method: "GET", path: "/api/open/v1/{objectApiName}/schema" };
export const readOpenRecord: CallOf<typeof source.readOpenRecord> = { method: "GET", path: "/api/open/v1/{objectApiName}/{id}" };
export const resolveNames: CallOf<typeof source.resolveNames> = { method: "POST", path: "/api/open/v1/{objectApiName}/resolve" };
