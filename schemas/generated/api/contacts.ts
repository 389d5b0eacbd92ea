// Written by `npm run schemas` from schemas/api/contacts.ts: change it there.
import type * as source from '#schemas/api/contacts.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const CONTACT_DECISIONS: typeof source.CONTACT_DECISIONS = [ "none", "closed", "certify", "open", "free", "buy", "topUp", "quotaUsed" ];
export const CONTACT_KINDS: typeof source.CONTACT_KINDS = [ "phone", "weixin", "email" ];
export const NO_PARTY: typeof source.NO_PARTY = -2;
export const buyUserContact: CallOf<typeof source.buyUserContact> = { method: "POST", path: "/api/rong/buyUserContact", encoding: "form" };
export const contactButton: CallOf<typeof source.contactButton> = { method: "GET", path: "/api/rong/contactButton" };
export const contactIsExpose: CallOf<typeof source.contactIsExpose> = { method: "GET", path: "/api/rong/contactIsExpose" };
export const contactNum: CallOf<typeof source.contactNum> = { method: "GET", path: "/api/rong/contactNum" };
export const dealContact: CallOf<typeof source.dealContact> = { method: "POST", path: "/api/rong/dealContact", encoding: "form" };
export const simplifyOther: CallOf<typeof source.simplifyOther> = { method: "GET", path: "/api/rong/company/simplifyOther" };
