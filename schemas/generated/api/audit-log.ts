// Written by `npm run schemas` from schemas/api/audit-log.ts: change it there.
import type * as source from '#schemas/api/audit-log.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const LOG_FAULTS: typeof source.LOG_FAULTS = [ "gap", "link", "content", "seal", "anchor" ];
export const verifyLog: CallOf<typeof source.verifyLog> = { method: "GET", path: "/api/staff/log/verify" };
