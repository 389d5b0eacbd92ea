import type { Order } from '#schemas/api/orders.ts';
import { redeemCode } from '#schemas/generated/api/orders.ts';
import type { Api } from '#client/lib/api.ts';

/** Redeems a code; rejects with what was refused. */
export type Redeem = (code: string) => Promise<void>;

/** @param redeemed hears of each code that was worth something. */
export const redeemWith =
  (api: Api, redeemed: (order: Order) => void): Redeem =>
  async (code) =>
    redeemed(await api.call(redeemCode, { body: { code } }));
