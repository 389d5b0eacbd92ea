// Written by `npm run schemas` from schemas/api/chat-people.ts: change it there.
import type * as source from '#schemas/api/chat-people.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const INTERESTED_PAGE_SIZE: typeof source.INTERESTED_PAGE_SIZE = 20;
export const readInterested: CallOf<typeof source.readInterested> = { method: "GET", path: "/api/rong/market/investorViewMyProject" };
export const readInterestedSummary: CallOf<typeof source.readInterestedSummary> = { method: "GET", path: "/api/rong/market/inmailDetail" };
export const readMessageHeader: CallOf<typeof source.readMessageHeader> = { method: "GET", path: "/api/rong/sixin/msgHeader" };
export const readUserHeader: CallOf<typeof source.readUserHeader> = { method: "GET", path: "/api/rong/sixin/userHeader" };
export const touchRead: CallOf<typeof source.touchRead> = { method: "POST", path: "/api/rong/market/touchRead" };
