import { Failure } from '#shared/errors.ts';
import { nextState } from '#shared/orders/order-states.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import type { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { refund } from '#server/platform/coins/ledger.ts';
import { transactionFor } from '#server/platform/coins/queries.ts';
import { revokeVip } from '#server/platform/coins/vip.ts';
import type { PaymentGateway } from '#server/platform/providers/payment/payment-gateway.ts';
import { orderByNo, type OrderRow, setMoneyBack, setState } from './queries.ts';

export interface StaffOrderDeps {
  readonly db: Db;
  readonly changes: AccountChanges;
  readonly payment: PaymentGateway | null;
  readonly now: () => Date;
}

/** What staff do about orders. */
export class StaffOrders {
  readonly #deps: StaffOrderDeps;

  constructor(deps: StaffOrderDeps) {
    this.#deps = deps;
  }

  /**
   * Takes back what an order gave, then has its money given back; money that the provider does not take at once is due
   * and given back by the reconciliation. @throws Failure UNKNOWN_RECORD; CONFLICT for an order that was not paid;
   * COINS_SHORT with details {balance, price} when coins of it were spent.
   */
  async refund(no: string, reason: string, actor: Actor): Promise<null> {
    const { db, changes } = this.#deps;
    const order = await db.transaction().execute((trx) => this.#takeBack(trx, no, reason.trim(), actor));
    await changes.announce(order.account_id);
    // The goods are back whatever becomes of the call: what fails here is due, shown as such and tried again.
    await this.giveMoneyBack(order, reason.trim()).catch(() => undefined);
    return null;
  }

  /** Has the money of a refunded order given back. @throws Error when the provider does not do so. */
  async giveMoneyBack({ no, price, provider }: OrderRow, reason: string): Promise<void> {
    const { db, payment, now } = this.#deps;
    if (payment?.name !== provider) return;
    await payment.refund({ orderNo: no, price }, reason);
    await setMoneyBack(db, no, now());
  }

  async #takeBack(trx: Db, no: string, reason: string, actor: Actor): Promise<OrderRow> {
    const now = this.#deps.now();
    const order = await orderByNo(trx, no, true);
    if (!order) throw new Failure('UNKNOWN_RECORD', '订单不存在');
    const state = nextState(order.state, 'refund');
    if (state === undefined) throw new Failure('CONFLICT', '此订单未支付或已退款，不能退款');
    if (order.state === 'FULFILLED') {
      if (order.product.kind === 'coins') await takeCoins(trx, no, reason, actor, now);
      else await revokeVip(trx, { accountId: order.account_id, orderNo: no, by: actor, reason }, now);
    }
    await setState(trx, no, state, { refunded_at: now, refunded_because: reason });
    const target = { kind: 'order', id: no };
    const details = { price: order.price, provider: order.provider, product: order.product.name };
    await writeAudit(trx, { actor, action: 'order.refunded', target, reason, details }, now);
    return { ...order, state };
  }
}

async function takeCoins(trx: Db, no: string, reason: string, actor: Actor, now: Date): Promise<void> {
  const bought = await transactionFor(trx, 'purchase', { kind: 'order', id: no });
  if (!bought) throw new Error(`The order ${no} is fulfilled and gave no coins.`);
  try {
    await refund(trx, { of: bought.id, key: `refund:order:${no}`, reason, by: actor }, now);
  } catch (error) {
    if (!(error instanceof Failure) || error.failure !== 'COINS_SHORT') throw error;
    const { balance, price } = error.details;
    const message = `用户余额 ${String(balance)} 鲸币，不足以收回订单的 ${String(price)} 鲸币，不能退款`;
    throw new Failure('COINS_SHORT', message, [], error.details);
  }
}
