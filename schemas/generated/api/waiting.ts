// Written by `npm run schemas` from schemas/api/waiting.ts: change it there.
import type * as source from '#schemas/api/waiting.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MOST_WAITING: typeof source.MOST_WAITING = 99;
export const SHOWN_WAITING: typeof source.SHOWN_WAITING = 3;
export const readWaiting: CallOf<typeof source.readWaiting> = { method: "GET", path: "/api/staff/waiting" };
