// Written by `npm run schemas` from schemas/api/legal.ts: change it there.
import type * as source from '#schemas/api/legal.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const AGREED_KINDS: typeof source.AGREED_KINDS = [ "terms", "privacy" ];
export const LEGAL_KINDS: typeof source.LEGAL_KINDS = [ "terms", "privacy", "data" ];
export const agreeToLegal: CallOf<typeof source.agreeToLegal> = { method: "POST", path: "/api/legal/agree" };
export const changeLegal: CallOf<typeof source.changeLegal> = { method: "POST", path: "/api/staff/legal/{id}/change" };
export const discardLegal: CallOf<typeof source.discardLegal> = { method: "POST", path: "/api/staff/legal/{id}/discard" };
export const draftLegal: CallOf<typeof source.draftLegal> = { method: "POST", path: "/api/staff/legal" };
export const publishLegal: CallOf<typeof source.publishLegal> = { method: "POST", path: "/api/staff/legal/{id}/publish" };
export const readAskedConsents: CallOf<typeof source.readAskedConsents> = { method: "GET", path: "/api/legal/asked" };
export const readLegalText: CallOf<typeof source.readLegalText> = { method: "GET", path: "/api/legal/text/{kind}" };
