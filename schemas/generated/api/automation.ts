// Written by `npm run schemas` from schemas/api/automation.ts: change it there.
import type * as source from '#schemas/api/automation.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const tryAutomation: CallOf<typeof source.tryAutomation> = { method: "POST", path: "/api/automation/try" };
