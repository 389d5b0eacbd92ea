// Written by `npm run schemas` from schemas/api/metadata-losses.ts: change it there.
import type * as source from '#schemas/api/metadata-losses.ts';

export const MAX_AGREED: typeof source.MAX_AGREED = 300;
