// Written by `npm run schemas` from schemas/api/events.ts: change it there.
import type * as source from '#schemas/api/events.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const followEvents: CallOf<typeof source.followEvents> = { method: "GET", path: "/api/events" };
