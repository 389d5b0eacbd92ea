import type { StaffOrder } from '#schemas/api/orders.ts';
import { refundOrder } from '#schemas/generated/api/orders.ts';
import type { Api } from '#client/lib/api.ts';
import { CaseStore } from './case-store.ts';
import type { OrderList } from './desk-lists.ts';

/** Refunds of the orders of a list. */
export class OrderDesk {
  readonly cases: CaseStore<StaffOrder>;
  readonly #api: Api;

  constructor(api: Api, list: OrderList) {
    this.#api = api;
    this.cases = new CaseStore((order) => list.pages.put(({ no }) => no === order.no, order));
  }

  refund(no: string, reason: string): Promise<boolean> {
    return this.cases.act(no, () => this.#api.call(refundOrder, { params: { id: no }, body: { reason } }));
  }
}
