// Written by `npm run schemas` from schemas/api/merging.ts: change it there.
import type * as source from '#schemas/api/merging.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const mergeRecords: CallOf<typeof source.mergeRecords> = { method: "POST", path: "/api/staff/merge" };
export const previewMerge: CallOf<typeof source.previewMerge> = { method: "POST", path: "/api/staff/merge/preview" };
export const readMerge: CallOf<typeof source.readMerge> = { method: "GET", path: "/api/staff/merge/{id}" };
export const undoMerge: CallOf<typeof source.undoMerge> = { method: "POST", path: "/api/staff/merge/{id}/undo" };
