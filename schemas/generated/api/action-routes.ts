// Written by `npm run schemas` from schemas/api/action-routes.ts: change it there.
import type * as source from '#schemas/api/action-routes.ts';

export const ACTION_DIALOGS: typeof source.ACTION_DIALOGS = [ "findUserByPhone", "issueCodes", "payOrder", "redeemCode", "reportEvidence", "sendNotice", "verifyLog", "writeToVisitor" ];
export const KEYED_ROUTES: typeof source.KEYED_ROUTES = new Set([ "POST /api/rong/pipeline/deal", "POST /api/rong/pipeline/institution", "POST /api/staff/lives", "POST /api/staff/users/{uid}/coins", "POST /api/staff/users/{uid}/vip", "POST /api/rong/company/member/invite", "POST /api/staff/legal" ]);
