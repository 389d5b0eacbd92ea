// Written by `npm run schemas` from schemas/api/contact-staff.ts: change it there.
import type * as source from '#schemas/api/contact-staff.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const changeRecordParty: CallOf<typeof source.changeRecordParty> = { method: "POST", path: "/api/staff/recordParty" };
export const changeWhiteList: CallOf<typeof source.changeWhiteList> = { method: "POST", path: "/api/staff/whiteList" };
