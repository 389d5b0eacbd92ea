// Written by `npm run schemas` from schemas/api/reports.ts: change it there.
import type * as source from '#schemas/api/reports.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_EVIDENCE: typeof source.MAX_EVIDENCE = 200;
export const MAX_REPORT_IMAGES: typeof source.MAX_REPORT_IMAGES = 3;
export const MAX_REPORT_REASON: typeof source.MAX_REPORT_REASON = 100;
export const MAX_REPORT_TYPES: typeof source.MAX_REPORT_TYPES = 3;
export const REPORT_TYPES: typeof source.REPORT_TYPES = "reportType";
export const decideReport: CallOf<typeof source.decideReport> = { method: "POST", path: "/api/staff/reports/{id}/decide" };
export const fileReport: CallOf<typeof source.fileReport> = { method: "POST", path: "/api/rong/reportAdd" };
export const readEvidence: CallOf<typeof source.readEvidence> = { method: "GET", path: "/api/staff/reports/{id}/evidence" };
