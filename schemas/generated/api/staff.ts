// Written by `npm run schemas` from schemas/api/staff.ts: change it there.
import type * as source from '#schemas/api/staff.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const findUsers: CallOf<typeof source.findUsers> = { method: "POST", path: "/api/staff/users/find" };
export const freezeUser: CallOf<typeof source.freezeUser> = { method: "POST", path: "/api/staff/users/{uid}/freeze" };
export const grantUserCoins: CallOf<typeof source.grantUserCoins> = { method: "POST", path: "/api/staff/users/{uid}/coins" };
export const grantUserVip: CallOf<typeof source.grantUserVip> = { method: "POST", path: "/api/staff/users/{uid}/vip" };
export const resetUserFactor: CallOf<typeof source.resetUserFactor> = { method: "POST", path: "/api/staff/users/{uid}/factor/reset" };
export const revealPhone: CallOf<typeof source.revealPhone> = { method: "POST", path: "/api/staff/users/{uid}/phone" };
export const revealValue: CallOf<typeof source.revealValue> = { method: "POST", path: "/api/staff/records/{objectApiName}/{id}/reveal" };
export const setStaffDuties: CallOf<typeof source.setStaffDuties> = { method: "POST", path: "/api/staff/users/{uid}/staff" };
export const unfreezeUser: CallOf<typeof source.unfreezeUser> = { method: "POST", path: "/api/staff/users/{uid}/unfreeze" };
