// Written by `npm run schemas` from schemas/api/back-fills.ts: change it there.
import type * as source from '#schemas/api/back-fills.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MOST_LEFT: typeof source.MOST_LEFT = 100000;
export const readBackFills: CallOf<typeof source.readBackFills> = { method: "GET", path: "/api/metadata/object/{objectApiName}/back-fills" };
