// Written by `npm run schemas` from schemas/api/profile.ts: change it there.
import type * as source from '#schemas/api/profile.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const CLOSING_REASONS: typeof source.CLOSING_REASONS = [ "unused", "privacy", "data", "price", "duplicate", "other" ];
export const MAX_INTRO: typeof source.MAX_INTRO = 200;
export const MAX_PERSON_NAME: typeof source.MAX_PERSON_NAME = 20;
export const MIN_PERSON_NAME: typeof source.MIN_PERSON_NAME = 2;
export const addOwnRecord: CallOf<typeof source.addOwnRecord> = { method: "POST", path: "/api/rong/user/{kind}/add" };
export const closeAccount: CallOf<typeof source.closeAccount> = { method: "POST", path: "/api/rong/user/close" };
export const deleteOwnRecord: CallOf<typeof source.deleteOwnRecord> = { method: "DELETE", path: "/api/rong/user/{kind}/delete" };
export const editProfile: CallOf<typeof source.editProfile> = { method: "POST", path: "/api/rong/user/profile", encoding: "form" };
export const myData: CallOf<typeof source.myData> = { method: "POST", path: "/api/rong/user/data" };
export const readClosing: CallOf<typeof source.readClosing> = { method: "GET", path: "/api/rong/user/close" };
export const readFocus: CallOf<typeof source.readFocus> = { method: "GET", path: "/api/rong/phaseAndIndustrySetting" };
export const readRowsToday: CallOf<typeof source.readRowsToday> = { method: "GET", path: "/api/rong/user/rows" };
export const restoreOwnRecord: CallOf<typeof source.restoreOwnRecord> = { method: "POST", path: "/api/rong/user/{kind}/restore", encoding: "form" };
export const saveFocus: CallOf<typeof source.saveFocus> = { method: "POST", path: "/api/rong/phaseAndIndustrySetting", encoding: "form" };
