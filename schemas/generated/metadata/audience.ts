// Written by `npm run schemas` from schemas/metadata/audience.ts: change it there.
import type * as source from '#schemas/metadata/audience.ts';

export const AUDIENCES: typeof source.AUDIENCES = [ "everyone", "member", "investorOrSvip", "svip", "owner", "staff" ];
