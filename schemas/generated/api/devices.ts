// Written by `npm run schemas` from schemas/api/devices.ts: change it there.
import type * as source from '#schemas/api/devices.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const endDevice: CallOf<typeof source.endDevice> = { method: "POST", path: "/api/rong/user/devices/end", encoding: "form" };
export const endOtherDevices: CallOf<typeof source.endOtherDevices> = { method: "POST", path: "/api/rong/user/devices/endOthers" };
export const listDevices: CallOf<typeof source.listDevices> = { method: "GET", path: "/api/rong/user/devices" };
