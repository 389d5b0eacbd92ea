// Written by `npm run schemas` from schemas/api/second-factor.ts: change it there.
import type * as source from '#schemas/api/second-factor.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const RECOVERY_CODES: typeof source.RECOVERY_CODES = 10;
export const beginFactor: CallOf<typeof source.beginFactor> = { method: "POST", path: "/api/rong/user/factor/begin" };
export const confirmFactor: CallOf<typeof source.confirmFactor> = { method: "POST", path: "/api/rong/user/factor/confirm" };
export const endFactor: CallOf<typeof source.endFactor> = { method: "POST", path: "/api/rong/user/factor/end" };
export const passFactor: CallOf<typeof source.passFactor> = { method: "POST", path: "/api/p/passport/second_factor", encoding: "form" };
export const readFactor: CallOf<typeof source.readFactor> = { method: "GET", path: "/api/rong/user/factor" };
export const renewRecoveryCodes: CallOf<typeof source.renewRecoveryCodes> = { method: "POST", path: "/api/rong/user/factor/codes" };
