// Written by `npm run schemas` from schemas/api/metadata-impact.ts: change it there.
import type * as source from '#schemas/api/metadata-impact.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const readImpact: CallOf<typeof source.readImpact> = { method: "POST", path: "/api/metadata/object/impact" };
