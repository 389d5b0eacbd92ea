// Written by `npm run schemas` from schemas/api/quality.ts: change it there.
import type * as source from '#schemas/api/quality.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const checkQuality: CallOf<typeof source.checkQuality> = { method: "POST", path: "/api/staff/quality/check" };
export const readQuality: CallOf<typeof source.readQuality> = { method: "GET", path: "/api/staff/quality" };
