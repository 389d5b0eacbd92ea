import { describe, expect, it } from 'vitest';
import { ORDER_STATES, type OrderState } from '#schemas/api/orders.ts';
import { nextState, ORDER_EVENTS, type OrderEvent } from '#shared/orders/order-states.ts';

/** The whole table as it must be: – is an event that means nothing there. */
const TABLE = `
            begin    pay    fulfil     close   refund
  CREATED   PAYING   PAID   –          CLOSED  –
  PAYING    PAYING   PAID   –          CLOSED  –
  PAID      –        –      FULFILLED  –       REFUNDED
  FULFILLED –        –      –          –       REFUNDED
  CLOSED    –        PAID   –          –       –
  REFUNDED  –        –      –          –       –`;

const [head = [], ...lines] = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const cells = lines.flatMap(([state, ...to]) => to.map((next, index) => [state, head[index], next] as const));

describe('an order', () => {
  it('has a line for each state and a column for each event', () => {
    expect(new Set(lines.map(([state]) => state))).toEqual(new Set(ORDER_STATES));
    expect(new Set(head)).toEqual(new Set(ORDER_EVENTS));
  });

  it.each(cells)('in state %s on %s goes to %s', (state, event, next) => {
    expect(nextState(state as OrderState, event as OrderEvent) ?? '–').toBe(next);
  });

  it('is given at most once: no way leads from fulfilled to fulfilled', () => {
    const reached = new Set<OrderState>(['FULFILLED']);
    for (const state of reached) {
      const next = ORDER_EVENTS.map((event) => nextState(state, event));
      expect(next).not.toContain('FULFILLED');
      for (const each of next) if (each) reached.add(each);
    }
    expect([...reached]).toEqual(['FULFILLED', 'REFUNDED']);
  });
});
