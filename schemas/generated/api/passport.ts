// Written by `npm run schemas` from schemas/api/passport.ts: change it there.
import type * as source from '#schemas/api/passport.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const CODE_PURPOSES: typeof source.CODE_PURPOSES = [ "login", "reset", "bind", "rebind", "close", "copy", "key", "factor" ];
export const MAX_TRAIL_POINTS: typeof source.MAX_TRAIL_POINTS = 300;
export const changePassword: CallOf<typeof source.changePassword> = { method: "POST", path: "/api/rong/user/password", encoding: "form" };
export const checkCaptcha: CallOf<typeof source.checkCaptcha> = { method: "POST", path: "/api/captcha/v2/check" };
export const readCaptcha: CallOf<typeof source.readCaptcha> = { method: "GET", path: "/api/captcha/v2" };
export const readCountries: CallOf<typeof source.readCountries> = { method: "GET", path: "/api/dict/cc" };
export const sendCode: CallOf<typeof source.sendCode> = { method: "POST", path: "/api/send_code/sms", encoding: "form" };
export const sendReset: CallOf<typeof source.sendReset> = { method: "POST", path: "/api/resetpasswd/{type}", encoding: "form" };
export const setForgottenPassword: CallOf<typeof source.setForgottenPassword> = { method: "POST", path: "/api/resetpasswd/set", encoding: "form" };
export const verifyResetCode: CallOf<typeof source.verifyResetCode> = { method: "POST", path: "/api/resetpasswd/verify", encoding: "form" };
