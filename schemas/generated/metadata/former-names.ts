// Written by `npm run schemas` from schemas/metadata/former-names.ts: change it there.
import type * as source from '#schemas/metadata/former-names.ts';

export const MAX_FORMER_ROUTES: typeof source.MAX_FORMER_ROUTES = 10;
