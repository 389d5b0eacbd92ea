// Written by `npm run schemas` from schemas/api/financing.ts: change it there.
import type * as source from '#schemas/api/financing.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const approveFinancing: CallOf<typeof source.approveFinancing> = { method: "POST", path: "/api/staff/financing/{id}/approve" };
export const closeFinancing: CallOf<typeof source.closeFinancing> = { method: "POST", path: "/api/rong/financing/{id}/close" };
export const concludeFinancing: CallOf<typeof source.concludeFinancing> = { method: "POST", path: "/api/rong/financing/{id}/conclude" };
export const fileDeal: CallOf<typeof source.fileDeal> = { method: "POST", path: "/api/staff/financing/{id}/file" };
export const pauseFinancing: CallOf<typeof source.pauseFinancing> = { method: "POST", path: "/api/rong/financing/{id}/pause" };
export const raiseAgain: CallOf<typeof source.raiseAgain> = { method: "POST", path: "/api/rong/financing/{id}/again" };
export const refuseDeal: CallOf<typeof source.refuseDeal> = { method: "POST", path: "/api/staff/financing/{id}/refuse" };
export const resumeFinancing: CallOf<typeof source.resumeFinancing> = { method: "POST", path: "/api/rong/financing/{id}/resume" };
export const returnFinancing: CallOf<typeof source.returnFinancing> = { method: "POST", path: "/api/staff/financing/{id}/return" };
