// Written by `npm run schemas` from schemas/api/landing.ts: change it there.
import type * as source from '#schemas/api/landing.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const readLanding: CallOf<typeof source.readLanding> = { method: "GET", path: "/api/landing" };
