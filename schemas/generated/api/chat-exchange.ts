// Written by `npm run schemas` from schemas/api/chat-exchange.ts: change it there.
import type * as source from '#schemas/api/chat-exchange.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const EXCHANGE_KINDS: typeof source.EXCHANGE_KINDS = [ "PHONE", "WEIXIN", "BP" ];
export const answerExchange: CallOf<typeof source.answerExchange> = { method: "POST", path: "/api/rong/exchageContent" };
export const readExchange: CallOf<typeof source.readExchange> = { method: "GET", path: "/mobi-investor/sixin/v3/{id}/exchageContent" };
export const readExchangeStanding: CallOf<typeof source.readExchangeStanding> = { method: "GET", path: "/api/rong/sixin/contactInfo" };
export const readPrivileges: CallOf<typeof source.readPrivileges> = { method: "GET", path: "/mobi-investor/v3/company/user/privilege" };
export const requestContact: CallOf<typeof source.requestContact> = { method: "POST", path: "/api/rong/requestContact" };
export const sendBp: CallOf<typeof source.sendBp> = { method: "POST", path: "/mobi-investor/sixin/v3/{uid}/sendBp" };
export const sendCompanyInfo: CallOf<typeof source.sendCompanyInfo> = { method: "POST", path: "/mobi-investor/sixin/v3/{ccid}/sendCompanyInfo" };
