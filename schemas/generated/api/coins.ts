// Written by `npm run schemas` from schemas/api/coins.ts: change it there.
import type * as source from '#schemas/api/coins.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const COIN_KINDS: typeof source.COIN_KINDS = [ "grant", "purchase", "spend", "refund" ];
export const readBalance: CallOf<typeof source.readBalance> = { method: "GET", path: "/api/user/balance" };
export const readLedger: CallOf<typeof source.readLedger> = { method: "GET", path: "/api/coins/ledger" };
export const readVip: CallOf<typeof source.readVip> = { method: "GET", path: "/api/rong/user/vip" };
