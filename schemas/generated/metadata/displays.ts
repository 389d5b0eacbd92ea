// Written by `npm run schemas` from schemas/metadata/displays.ts: change it there.
import type * as source from '#schemas/metadata/displays.ts';

export const LIST_CHART_KINDS: typeof source.LIST_CHART_KINDS = [ "bar", "line", "pie" ];
