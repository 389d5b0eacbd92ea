// Written by `npm run schemas` from schemas/metadata/detail.ts: change it there.
import type * as source from '#schemas/metadata/detail.ts';

export const PERIOD_UNITS: typeof source.PERIOD_UNITS = [ "year", "quarter", "month", "week" ];
export const VIEW_KINDS: typeof source.VIEW_KINDS = [ "table", "timeline", "cards", "map", "chain", "network" ];
