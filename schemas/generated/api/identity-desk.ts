// Written by `npm run schemas` from schemas/api/identity-desk.ts: change it there.
import type * as source from '#schemas/api/identity-desk.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const CASE_EVENTS: typeof source.CASE_EVENTS = [ "submitted", "resubmitted", "emailVerified", "emailExpired", "approved", "rejected", "revoked", "withdrawn", "left" ];
export const approveCase: CallOf<typeof source.approveCase> = { method: "POST", path: "/api/rong/staff/identity/{id}/approve" };
export const deskQueue: CallOf<typeof source.deskQueue> = { method: "GET", path: "/api/rong/staff/identity" };
export const readDossier: CallOf<typeof source.readDossier> = { method: "GET", path: "/api/rong/staff/identity/{id}" };
export const rejectCase: CallOf<typeof source.rejectCase> = { method: "POST", path: "/api/rong/staff/identity/{id}/reject" };
export const revokeCase: CallOf<typeof source.revokeCase> = { method: "POST", path: "/api/rong/staff/identity/{id}/revoke" };
