// Written by `npm run schemas` from schemas/api/mcp.ts: change it there.
import type * as source from '#schemas/api/mcp.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const callMcp: CallOf<typeof source.callMcp> = { method: "POST", path: "/api/open/v1/mcp" };
