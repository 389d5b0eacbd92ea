// Written by `npm run schemas` from schemas/api/assistant-tools.ts: change it there.
import type * as source from '#schemas/api/assistant-tools.ts';

export const MAX_FOUND_NAMES: typeof source.MAX_FOUND_NAMES = 20;
export const MAX_TOOL_ROWS: typeof source.MAX_TOOL_ROWS = 50;
