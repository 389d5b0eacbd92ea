// Written by `npm run schemas` from schemas/api/staff-requests.ts: change it there.
import type * as source from '#schemas/api/staff-requests.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const REQUEST_DAYS: typeof source.REQUEST_DAYS = 7;
export const REQUEST_DUTIES: typeof source.REQUEST_DUTIES = { coins: "money", vip: "money", codes: "money", duties: "access" };
export const REQUEST_STATES: typeof source.REQUEST_STATES = [ "open", "approved", "rejected", "withdrawn", "lapsed" ];
export const approveRequest: CallOf<typeof source.approveRequest> = { method: "POST", path: "/api/staff/requests/{id}/approve" };
export const rejectRequest: CallOf<typeof source.rejectRequest> = { method: "POST", path: "/api/staff/requests/{id}/reject" };
export const withdrawRequest: CallOf<typeof source.withdrawRequest> = { method: "POST", path: "/api/staff/requests/{id}/withdraw" };
