// Written by `npm run schemas` from schemas/api/plans.ts: change it there.
import type * as source from '#schemas/api/plans.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const PLAN_DAYS: typeof source.PLAN_DAYS = 30;
export const PLAN_REQUEST_SIDES: typeof source.PLAN_REQUEST_SIDES = [ "received", "sent", "delivered" ];
export const PLAN_REQUEST_STATES: typeof source.PLAN_REQUEST_STATES = [ "pending", "approved", "refused", "revoked", "expired" ];
export const UNFIT_PLAN: typeof source.UNFIT_PLAN = "该企业的BP暂时无法加水印，需由企业重新上传PDF后才能查看";
export const decidePlanRequest: CallOf<typeof source.decidePlanRequest> = { method: "POST", path: "/api/rong/plan/requests/{id}/decide" };
export const editCompany: CallOf<typeof source.editCompany> = { method: "POST", path: "/api/rong/company/edit" };
export const extendPlan: CallOf<typeof source.extendPlan> = { method: "POST", path: "/api/rong/plan/readers/{ccid}/{uid}/extend" };
export const planRequests: CallOf<typeof source.planRequests> = { method: "GET", path: "/api/rong/plan/requests" };
export const readPlan: CallOf<typeof source.readPlan> = { method: "GET", path: "/api/rong/plan" };
export const readPlanFile: CallOf<typeof source.readPlanFile> = { method: "GET", path: "/files/plan/{ccid}" };
export const requestFinancing: CallOf<typeof source.requestFinancing> = { method: "POST", path: "/api/rong/company/{ccid}/finance/v2" };
export const requestPlan: CallOf<typeof source.requestPlan> = { method: "POST", path: "/api/rong/plan/request" };
export const revokePlan: CallOf<typeof source.revokePlan> = { method: "POST", path: "/api/rong/plan/readers/{ccid}/{uid}/revoke" };
