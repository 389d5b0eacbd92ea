import type { SoldProduct } from '#schemas/api/orders.ts';
import { nextState } from '#shared/orders/order-states.ts';
import type { Db } from '#server/db/database.ts';
import { purchaseCoins } from '#server/platform/coins/ledger.ts';
import { grantVip } from '#server/platform/coins/vip.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import { orderFulfilled } from '#server/platform/notifications/messages.ts';
import { isOpenAccount, setState } from './queries.ts';

/** An order whose money is here. */
export interface PaidOrder {
  readonly no: string;
  readonly accountId: string;
  readonly product: SoldProduct;
  readonly provider: string;
}

/**
 * Gives what a paid order is for and marks it as fulfilled, in one transaction: neither is there without the other.
 * False when the account is closed by now: the order stays paid, for staff to refund. `trx` must hold the order’s lock.
 */
export async function fulfil(trx: Db, order: PaidOrder, now: Date): Promise<boolean> {
  const state = nextState('PAID', 'fulfil');
  if (state === undefined || !(await isOpenAccount(trx, order.accountId))) return false;
  const { no, accountId, product, provider } = order;
  if (product.kind === 'coins') {
    const key = `order:${no}`;
    const target = { kind: 'order', id: no };
    await purchaseCoins(trx, { accountId, amount: product.coins, key, note: product.name, target }, now);
  } else {
    const source = provider === 'code' ? 'code' : 'order';
    await grantVip(
      trx,
      { accountId, days: product.svipDays, source, orderNo: no, by: null, reason: product.name },
      now,
    );
  }
  await setState(trx, no, state, { fulfilled_at: now });
  await notifyUser(trx, orderFulfilled(order), now);
  return true;
}
