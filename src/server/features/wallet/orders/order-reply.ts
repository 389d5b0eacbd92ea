import type { Order, Provider, StaffOrder } from '#schemas/api/orders.ts';
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

/** An order as staff see it. */
export const staffOrderReply = (row: OrderRow): StaffOrder => ({
  ...orderReply(row),
  person: { id: row.account_id, name: row.person },
  tradeNo: row.trade_no,
  moneyDue: row.state === 'REFUNDED' && row.provider !== 'code' && row.money_back_at === null,
});

/** The page of the rows that were read one too many, and where it goes on. */
export function pageOf<Row extends { readonly id: string }, Shown>(
  rows: readonly Row[],
  size: number,
  shown: (row: Row) => Shown,
): { list: Shown[]; after: string | null } {
  const page = rows.slice(0, size);
  return { list: page.map(shown), after: rows.length > size ? (page.at(-1)?.id ?? null) : null };
}
