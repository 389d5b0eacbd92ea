import { Decimal } from 'decimal.js';
import { isUnpaid, nextState } from '#shared/orders/order-states.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import type { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import type { NoticeHints } from '#server/platform/notifications/notify-user.ts';
import type { PaymentNotice } from '#server/platform/providers/payment/payment-gateway.ts';
import { fulfil } from './fulfilment.ts';
import { orderByNo, type OrderRow, setState } from './queries.ts';

export interface SettlementDeps {
  readonly db: Db;
  readonly changes: AccountChanges;
  readonly hints: NoticeHints;
  readonly now: () => Date;
}

/** What a provider’s word came to: nothing new, the order closed or fulfilled, or paid by an account that is gone. */
export type Settled = 'unchanged' | 'closed' | 'fulfilled' | 'undelivered';

/** Brings orders to where a provider says that they are: once, however often and in whatever order it says so. */
export class Settlement {
  readonly #deps: SettlementDeps;

  constructor(deps: SettlementDeps) {
    this.#deps = deps;
  }

  /** @throws Failure INVALID_BODY, with an entry in the audit log, when order, amount or payment are not those we know. */
  async apply(provider: string, notice: PaymentNotice): Promise<Settled> {
    const { db, changes, hints } = this.#deps;
    try {
      const { settled, accountId } = await db.transaction().execute((trx) => this.#apply(trx, provider, notice));
      if (settled === 'fulfilled') await changes.announce(accountId);
      if (settled === 'fulfilled') hints.announceNotice(accountId);
      return settled;
    } catch (error) {
      if (error instanceof Failure) await this.#noteRefusal(provider, notice, error.message);
      throw error;
    }
  }

  async #apply(trx: Db, provider: string, notice: PaymentNotice): Promise<{ settled: Settled; accountId: string }> {
    const order = await orderByNo(trx, notice.orderNo, true);
    if (!order || order.provider !== provider) return refuse('通知的订单不存在');
    if (!sameAmount(notice.amount, order.price)) return refuse('通知的金额与订单不符');
    const { account_id: accountId } = order;
    if (notice.state === 'paid') return { settled: await this.#pay(trx, order, notice), accountId };
    // A trade that the provider closed after it was paid was given back there: that is for staff to see to here.
    const closes = notice.state === 'closed' && isUnpaid(order.state);
    const state = closes ? nextState(order.state, 'close') : undefined;
    if (state === undefined) return { settled: 'unchanged', accountId };
    await setState(trx, order.no, state, { closed_at: this.#deps.now() });
    return { settled: 'closed', accountId };
  }

  async #pay(trx: Db, order: OrderRow, { tradeNo }: PaymentNotice): Promise<Settled> {
    const now = this.#deps.now();
    if (order.trade_no !== null && order.trade_no !== tradeNo) return refuse('订单已由另一笔付款支付');
    const state = nextState(order.state, 'pay');
    if (state === undefined && order.state !== 'PAID') return 'unchanged';
    if (state !== undefined) {
      await setState(trx, order.no, state, { trade_no: tradeNo, paid_at: now });
      const details = { price: order.price, provider: order.provider, tradeNo, product: order.product.name };
      const target = { kind: 'order', id: order.no };
      await writeAudit(trx, { actor: null, action: 'order.paid', target, reason: '支付平台确认收款', details }, now);
    }
    return (await fulfil(trx, { ...order, accountId: order.account_id }, now)) ? 'fulfilled' : 'undelivered';
  }

  async #noteRefusal(provider: string, notice: PaymentNotice, reason: string): Promise<void> {
    const details = { provider, tradeNo: notice.tradeNo, amount: notice.amount, state: notice.state };
    const target = { kind: 'order', id: notice.orderNo.slice(0, 64) };
    const entry = { actor: null, action: 'payment.refused', target, reason, details };
    await this.#deps.db.transaction().execute((trx) => writeAudit(trx, entry, this.#deps.now()));
  }
}

/** 298, 298.0 and 298.00 are one amount; what is no number is none. */
function sameAmount(left: string, right: string): boolean {
  return /^\d{1,12}(\.\d{1,8})?$/.test(left) && new Decimal(left).equals(right);
}

function refuse(message: string): never {
  throw new Failure('INVALID_BODY', message);
}
