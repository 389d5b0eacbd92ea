// Written by `npm run schemas` from schemas/api/session.ts: change it there.
import type * as source from '#schemas/api/session.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const readProfile: CallOf<typeof source.readProfile> = { method: "GET", path: "/api/rong/user/profile/v2" };
export const signIn: CallOf<typeof source.signIn> = { method: "POST", path: "/api/p/passport/sign_in", encoding: "form" };
export const signOut: CallOf<typeof source.signOut> = { method: "GET", path: "/api/n/user/logout" };
