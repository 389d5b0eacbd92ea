// Written by `npm run schemas` from schemas/api/investor-links.ts: change it there.
import type * as source from '#schemas/api/investor-links.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const linkInvestor: CallOf<typeof source.linkInvestor> = { method: "POST", path: "/api/staff/investorLinks/{account}" };
export const unlinkInvestor: CallOf<typeof source.unlinkInvestor> = { method: "POST", path: "/api/staff/investorLinks/{account}/end" };
