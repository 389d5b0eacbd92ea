import { Failure } from '#shared/errors.ts';
import { isUnpaid } from '#shared/orders/order-states.ts';
import type { PaymentGateway, PaymentNotice } from '#server/platform/providers/payment/payment-gateway.ts';
import { closeOverdue, type OrderRow, ordersToReconcile } from './queries.ts';
import { Settlement, type SettlementDeps } from './settlement.ts';
import { StaffOrders } from './staff-orders.ts';

export interface ReconciliationDeps extends SettlementDeps {
  readonly payment: PaymentGateway;
}

/** One order about which we and the provider were not of one mind, in Chinese words. */
export interface Difference {
  readonly no: string;
  readonly message: string;
  /** False when staff must act. */
  readonly isSettled: boolean;
}

export interface ReconciliationReport {
  /** Orders about which the provider was asked. */
  readonly asked: number;
  readonly differences: readonly Difference[];
}

/**
 * Asks the provider about every order whose end is not known here and brings it to where the provider says that it is.
 * Closed orders are asked about when they were placed at or after `since`. Orders are asked about one after the other.
 */
export async function reconcile(deps: ReconciliationDeps, since: Date): Promise<ReconciliationReport> {
  const { db, payment, now } = deps;
  const settlement = new Settlement(deps);
  const staff = new StaffOrders(deps);
  const open = await ordersToReconcile(db, payment.name, since);
  const differences: Difference[] = [];
  for (const order of open) {
    const difference = await judge(order).catch((error: unknown) => unsettled(order, messageOf(error)));
    if (difference) differences.push(difference);
  }
  await closeOverdue(db, now());
  return { asked: open.length, differences };

  async function judge(order: OrderRow): Promise<Difference | undefined> {
    if (order.state === 'REFUNDED') {
      await staff.giveMoneyBack(order, order.refunded_because ?? '');
      return { no: order.no, message: '退款此前未完成，已补退', isSettled: true };
    }
    const notice = await payment.query(order.no);
    if (!notice) return order.state === 'PAID' ? unsettled(order, '本地已付款，支付平台没有这笔交易') : undefined;
    return notice.state === 'paid' ? paid(order, notice) : unpaid(order, notice);
  }

  async function paid(order: OrderRow, notice: PaymentNotice): Promise<Difference | undefined> {
    const settled = await settlement.apply(payment.name, notice);
    if (settled === 'fulfilled') return { no: order.no, message: '支付平台已收款，已补发', isSettled: true };
    return settled === 'undelivered' ? unsettled(order, '已收款，但账号已注销，请退款') : undefined;
  }

  async function unpaid(order: OrderRow, notice: PaymentNotice): Promise<Difference | undefined> {
    if (order.state === 'PAID') return unsettled(order, '本地已付款，支付平台未收款');
    if (notice.state === 'waiting' || !isUnpaid(order.state)) return undefined;
    await settlement.apply(payment.name, notice);
    return { no: order.no, message: '支付平台已关闭交易，订单已关闭', isSettled: true };
  }
}

const unsettled = ({ no }: OrderRow, message: string): Difference => ({ no, message, isSettled: false });

/** Failures are said in our words; of others only the kind is, since a provider’s error may quote what was sent. */
const messageOf = (error: unknown): string =>
  error instanceof Failure ? error.message : `支付平台未能答复（${error instanceof Error ? error.name : '未知错误'}）`;
