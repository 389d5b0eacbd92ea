// Written by `npm run schemas` from schemas/api/identity-companies.ts: change it there.
import type * as source from '#schemas/api/identity-companies.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const checkCompany: CallOf<typeof source.checkCompany> = { method: "GET", path: "/api/rong/company/checkState" };
export const leaveCompany: CallOf<typeof source.leaveCompany> = { method: "POST", path: "/api/rong/company/chuang/{id}/leave" };
export const myCompanies: CallOf<typeof source.myCompanies> = { method: "GET", path: "/api/rong/company/chuang/list/v2" };
export const readPublicCard: CallOf<typeof source.readPublicCard> = { method: "GET", path: "/api/rong/business/userInfo/queryByUserId" };
export const releaseCompany: CallOf<typeof source.releaseCompany> = { method: "POST", path: "/api/rong/company/chuang/{id}/release" };
export const suggestCompany: CallOf<typeof source.suggestCompany> = { method: "GET", path: "/api/rong/suggest/company" };
export const suggestOrg: CallOf<typeof source.suggestOrg> = { method: "GET", path: "/api/rong/suggest/org" };
