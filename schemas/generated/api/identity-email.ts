// Written by `npm run schemas` from schemas/api/identity-email.ts: change it there.
import type * as source from '#schemas/api/identity-email.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const checkEmail: CallOf<typeof source.checkEmail> = { method: "GET", path: "/api/rong/emailCheck" };
export const sendVerifyEmail: CallOf<typeof source.sendVerifyEmail> = { method: "POST", path: "/api/rong/verifyEmail/send" };
export const verifyEmail: CallOf<typeof source.verifyEmail> = { method: "GET", path: "/api/rong/verifyEmail" };
