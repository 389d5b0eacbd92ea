// Written by `npm run schemas` from schemas/api/home.ts: change it there.
import type * as source from '#schemas/api/home.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const readHome: CallOf<typeof source.readHome> = { method: "GET", path: "/api/home" };
export const readHomeFaults: CallOf<typeof source.readHomeFaults> = { method: "GET", path: "/api/staff/home/faults" };
