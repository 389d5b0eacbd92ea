import { makeAutoObservable, observableShallow, runInAction } from 'mobx';
import type { Order } from '#schemas/api/orders.ts';
import { cancelOrder, listOrders, payOrder, readOrder } from '#schemas/generated/api/orders.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import { PagedList } from '#client/lib/paged-list.ts';
import type { OffersParts } from './offers-store.ts';

/** How often an order that is being paid is asked about, and for how long. */
const POLL_MS = 5000;
const MAX_POLLS = 36;

export interface OrdersParts extends OffersParts {
  readonly api: Api;
  /** Calls back every so many milliseconds until the returned function is called. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
  /** Hears that an order was fulfilled while it was watched. */
  readonly fulfilled: (order: Order) => void;
}

/** The person’s orders; one that the user comes back to from the payment page is watched until it is paid. */
export class OrdersStore {
  readonly pages: PagedList<Order>;
  /** Number of the order of which the payment is being confirmed. */
  watched: string | undefined;
  /** Number of the order that was watched until time was up, without its payment becoming known. */
  unconfirmed: string | undefined;
  /** Orders on their way to the server, and why the last wish about one was refused. */
  readonly busy = new Set<string>();
  readonly refusals = new Map<string, ApiFailure>();
  readonly #parts: OrdersParts;
  #stop: () => void = () => undefined;

  constructor(parts: OrdersParts) {
    this.#parts = parts;
    this.pages = new PagedList((after) => parts.api.call(listOrders, { query: after === undefined ? {} : { after } }));
    makeAutoObservable(
      this,
      { pages: false, busy: observableShallow, refusals: observableShallow },
      { autoBind: true },
    );
  }

  /** Watches an order until its payment is known, or for three minutes. Gives the way to stop. */
  watch(no: string): () => void {
    this.#stop();
    this.watched = no;
    this.unconfirmed = undefined;
    let polls = 0;
    const stop = this.#parts.every(POLL_MS, () => {
      polls += 1;
      if (polls > MAX_POLLS) this.#giveUp(no);
      else void this.#look(no);
    });
    this.#stop = stop;
    void this.#look(no);
    return this.unwatch;
  }

  unwatch = (): void => {
    this.#stop();
    this.#stop = () => undefined;
    this.watched = undefined;
  };

  #giveUp(no: string): void {
    this.unwatch();
    runInAction(() => (this.unconfirmed = no));
  }

  async pay({ no }: Order): Promise<void> {
    const { api, leaveFor, device } = this.#parts;
    await this.#act(no, async () => {
      const { payUrl } = await api.call(payOrder, { params: { id: no }, body: { device: device() } });
      leaveFor(payUrl);
    });
  }

  async cancel({ no }: Order): Promise<void> {
    await this.#act(no, async () => this.receive(await this.#parts.api.call(cancelOrder, { params: { id: no } })));
  }

  /** What the server says about an order. */
  receive(order: Order): void {
    this.pages.put((each) => each.no === order.no, order);
    if (this.watched !== order.no || order.state === 'CREATED' || order.state === 'PAYING') return;
    this.unwatch();
    if (order.state === 'FULFILLED') this.#parts.fulfilled(order);
  }

  async #look(no: string): Promise<void> {
    try {
      this.receive(await this.#parts.api.call(readOrder, { params: { id: no } }));
    } catch {
      // The next look may go better; an order that is not the person’s never does and is given up with time.
    }
  }

  async #act(no: string, work: () => Promise<void>): Promise<void> {
    if (this.busy.has(no)) return;
    this.busy.add(no);
    this.refusals.delete(no);
    try {
      await work();
    } catch (thrown) {
      runInAction(() => this.refusals.set(no, asFailure(thrown)));
    } finally {
      runInAction(() => this.busy.delete(no));
    }
  }
}
