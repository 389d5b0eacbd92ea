import type { Order, Provider } from '#schemas/api/orders.ts';
import { isUnpaid, ORDER_OPEN_MS } from '#shared/orders/order-states.ts';
import type { OrderRow } from './queries.ts';

/** An order as its owner sees it. */
export function orderReply(row: OrderRow): Order {
  const closesAt = new Date(new Date(row.created_at).getTime() + ORDER_OPEN_MS);
  return {
    no: row.no,
    product: row.product,
    price: row.price,
    provider: row.provider as Provider,
    state: row.state,
    createdAt: row.created_at,
    paidAt: row.paid_at,
    closesAt: isUnpaid(row.state) ? closesAt.toISOString() : null,
    refundedAt: row.refunded_at,
    refundReason: row.refunded_because,
  };
}
