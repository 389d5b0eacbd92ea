// Written by `npm run schemas` from schemas/api/bulk.ts: change it there.
import type * as source from '#schemas/api/bulk.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const BULK_HOWS: typeof source.BULK_HOWS = [ "set", "clear", "add", "remove", "replace" ];
export const BULK_TYPED_ABOVE: typeof source.BULK_TYPED_ABOVE = 1000;
export const MAX_BULK: typeof source.MAX_BULK = 100000;
export const MAX_BULK_CHANGES: typeof source.MAX_BULK_CHANGES = 20;
export const cancelBulk: CallOf<typeof source.cancelBulk> = { method: "POST", path: "/api/metadata/bulk/{id}/cancel" };
export const readBulk: CallOf<typeof source.readBulk> = { method: "GET", path: "/api/metadata/bulk/{id}" };
export const runBulk: CallOf<typeof source.runBulk> = { method: "POST", path: "/api/metadata/bulk/{id}/run" };
export const startBulk: CallOf<typeof source.startBulk> = { method: "POST", path: "/api/metadata/bulk" };
export const undoBulk: CallOf<typeof source.undoBulk> = { method: "POST", path: "/api/metadata/bulk/{id}/undo" };
