import type { OrderState } from '#schemas/api/orders.ts';

/** What may happen to an order. */
export const ORDER_EVENTS = ['begin', 'pay', 'fulfil', 'close', 'refund'] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];

/**
 * Where an order goes from where it is. Money that arrives after an order was closed is still money: it is paid and
 * fulfilled. What is not listed does not happen.
 */
const NEXT: Readonly<Record<OrderState, Readonly<Partial<Record<OrderEvent, OrderState>>>>> = {
  CREATED: { begin: 'PAYING', pay: 'PAID', close: 'CLOSED' },
  // The payment page may be opened again.
  PAYING: { begin: 'PAYING', pay: 'PAID', close: 'CLOSED' },
  PAID: { fulfil: 'FULFILLED', refund: 'REFUNDED' },
  FULFILLED: { refund: 'REFUNDED' },
  CLOSED: { pay: 'PAID' },
  REFUNDED: {},
};

/** The state after an event; undefined when the event means nothing to an order in this state. */
export const nextState = (state: OrderState, event: OrderEvent): OrderState | undefined => NEXT[state][event];

/** An order that is not paid closes after half an hour. */
export const ORDER_OPEN_MS = 30 * 60 * 1000;

/** Is this an order that waits for its money? */
export const isUnpaid = (state: OrderState): boolean => state === 'CREATED' || state === 'PAYING';
