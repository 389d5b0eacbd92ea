import type { Offers, Order, Provider } from '#schemas/api/orders.ts';
import { Failure } from '#shared/errors.ts';
import { nextState, ORDER_OPEN_MS } from '#shared/orders/order-states.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { hasEndlessVip } from '#server/platform/coins/vip.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import type { PaymentGateway } from '#server/platform/providers/payment/payment-gateway.ts';
import { orderReply } from './order-reply.ts';
import { type Products, soldOf } from './products.ts';
import { closeOverdue, insertOrder, orderByNo, type OrderRow, setState, unpaidCount } from './queries.ts';
import { randomNumber } from './readable-number.ts';

export interface OrderDeps {
  readonly db: Db;
  readonly products: Products;
  readonly payment: PaymentGateway | null;
  readonly now: () => Date;
}

/** Unpaid orders of one user at most. */
const MAX_UNPAID = 10;
const REDEEM_ONLY = '尚未开通在线支付，请使用兑换码';

/** Orders of users: placed at the price of now, paid at a provider, closed when half an hour has gone by. */
export class Orders {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** What can be bought, and how. */
  async offers(): Promise<Offers> {
    const { products, payment } = this.#deps;
    const list = await products.onSale();
    return { list, payment: payment && { name: payment.name, label: payment.label } };
  }

  /**
   * @throws Failure UNKNOWN_RECORD for a product that is not on sale; INVALID_BODY where no provider takes that
   * payment; CONFLICT for SVIP that would be added to one without an end; TOO_MANY_REQUESTS beside too many unpaid
   * orders.
   */
  async place({ productId, provider }: { productId: string; provider?: Provider }, actor: Member): Promise<Order> {
    const { db, products, payment, now } = this.#deps;
    const accountId = actor.id;
    if (!payment || (provider ?? payment.name) !== payment.name)
      throw new Failure('INVALID_BODY', REDEEM_ONLY, [{ field: 'provider', message: REDEEM_ONLY }]);
    const product = await products.one(productId);
    if (!product.isOnSale) throw new Failure('UNKNOWN_RECORD', '商品已停售');
    if (product.kind === 'svip' && (await hasEndlessVip(db, accountId)))
      throw new Failure('CONFLICT', '您的 SVIP 长期有效，无需购买');
    await this.#closeOverdue(accountId);
    const no = randomNumber();
    const sold = { product: soldOf(product), price: product.price };
    await db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, accountId);
      if ((await unpaidCount(trx, accountId)) >= MAX_UNPAID)
        throw new Failure('TOO_MANY_REQUESTS', `您有 ${MAX_UNPAID} 个未支付的订单，请先支付或取消`);
      await insertOrder(trx, { no, accountId, productId, ...sold, provider: payment.name, at: now() });
    });
    return orderReply(await this.#own(db, no, actor));
  }

  /** @throws Failure UNKNOWN_RECORD for an order that is not this user’s. */
  async read(no: string, actor: Member): Promise<Order> {
    await this.#closeOverdue(actor.id);
    return orderReply(await this.#own(this.#deps.db, no, actor));
  }

  /**
   * The address at which an order is paid. @throws Failure UNKNOWN_RECORD; CONFLICT for one that is paid or closed;
   * INVALID_BODY where no provider takes payments any more.
   */
  async pay(no: string, device: 'desktop' | 'mobile', actor: Member): Promise<{ payUrl: string }> {
    const { db, payment, now } = this.#deps;
    await this.#closeOverdue(actor.id);
    const order = await db.transaction().execute(async (trx) => {
      const own = await this.#own(trx, no, actor, true);
      const state = nextState(own.state, 'begin');
      if (state === undefined) throw new Failure('CONFLICT', '订单已支付或已关闭');
      if (payment?.name !== own.provider) throw new Failure('INVALID_BODY', REDEEM_ONLY);
      await setState(trx, no, state, { paying_at: now() });
      return own;
    });
    if (!payment) throw new Failure('INVALID_BODY', REDEEM_ONLY);
    const expiresAt = new Date(new Date(order.created_at).getTime() + ORDER_OPEN_MS);
    return payment.begin({ orderNo: no, title: order.product.name, price: order.price, expiresAt }, device);
  }

  /** @throws Failure UNKNOWN_RECORD; CONFLICT for an order that is paid or closed. */
  async cancel(no: string, actor: Member): Promise<Order> {
    const { db, now } = this.#deps;
    await db.transaction().execute(async (trx) => {
      const own = await this.#own(trx, no, actor, true);
      const state = nextState(own.state, 'close');
      if (state === undefined) throw new Failure('CONFLICT', '订单已支付或已关闭，不能取消');
      await setState(trx, no, state, { closed_at: now() });
    });
    return orderReply(await this.#own(db, no, actor));
  }

  async #own(db: Db, no: string, actor: Member, lock = false): Promise<OrderRow> {
    const order = await orderByNo(db, no, lock);
    if (!order || order.account_id !== actor.id) throw new Failure('UNKNOWN_RECORD', '订单不存在');
    return order;
  }

  async #closeOverdue(accountId: string): Promise<void> {
    await closeOverdue(this.#deps.db, this.#deps.now(), accountId);
  }
}
