// Written by `npm run schemas` from schemas/api/identity.ts: change it there.
import type * as source from '#schemas/api/identity.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const CASE_STATES: typeof source.CASE_STATES = [ "PENDING", "EMAIL_PENDING", "APPROVED", "REJECT", "EMAIL_EXPIRED", "WITHDRAWN" ];
export const IDENTITY_KINDS: typeof source.IDENTITY_KINDS = [ "investor", "serviceOrg", "founder", "claim" ];
export const IDENTITY_OBJECTS: typeof source.IDENTITY_OBJECTS = { investor: "InvestorAuth", serviceOrg: "ServiceOrgAuth", founder: "CompanyCreate", claim: "CompanyClaim" };
export const readCase: CallOf<typeof source.readCase> = { method: "GET", path: "/api/rong/identity/{id}" };
export const readCases: CallOf<typeof source.readCases> = { method: "GET", path: "/api/rong/user/audit/detail" };
export const readDraft: CallOf<typeof source.readDraft> = { method: "GET", path: "/api/rong/companyUser/getcompanyMessage" };
export const readIdentity: CallOf<typeof source.readIdentity> = { method: "GET", path: "/api/user/identity" };
export const saveDraft: CallOf<typeof source.saveDraft> = { method: "POST", path: "/api/rong/companyUser/saveCache" };
export const submitClaim: CallOf<typeof source.submitClaim> = { method: "POST", path: "/api/rong/companyUserIdentify" };
export const submitFounder: CallOf<typeof source.submitFounder> = { method: "POST", path: "/api/rong/company/create/v2" };
export const submitInvestor: CallOf<typeof source.submitInvestor> = { method: "POST", path: "/api/n/investor/auth" };
export const submitServiceOrg: CallOf<typeof source.submitServiceOrg> = { method: "POST", path: "/api/rong/org/auth" };
export const withdrawCase: CallOf<typeof source.withdrawCase> = { method: "POST", path: "/api/rong/identity/{id}/withdraw" };
