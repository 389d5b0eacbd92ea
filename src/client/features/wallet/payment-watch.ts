import { makeAutoObservable } from 'mobx';
import type { Order } from '#schemas/api/orders.ts';
import { readOrder } from '#schemas/generated/api/orders.ts';
import type { Api } from '#client/lib/api.ts';
import { isUnpaid } from '#shared/orders/order-states.ts';

/** How often an order that is being paid is asked about, and for how long. */
const POLL_MS = 5000;
const MAX_POLLS = 36;

interface WatchParts {
  readonly api: Api;
  /** Calls back every so many milliseconds until the returned function is called. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
  /** Hears that the order waits for its money no more. */
  readonly settled: (order: Order) => void;
}

/** The order that the user comes back to from its payment page, asked about until its payment is known. */
export class PaymentWatch {
  /** `lost` when time was up without the payment becoming known. */
  state: 'idle' | 'waiting' | 'lost' = 'idle';
  readonly #parts: WatchParts;
  readonly #no: string;
  #stop: () => void = () => undefined;

  constructor(parts: WatchParts, no: string) {
    this.#parts = parts;
    this.#no = no;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Asks for three minutes. Gives the way to stop. */
  begin(): () => void {
    this.#stop();
    this.state = 'waiting';
    let polls = 0;
    this.#stop = this.#parts.every(POLL_MS, () => {
      polls += 1;
      if (polls > MAX_POLLS) this.end('lost');
      else void this.#look();
    });
    void this.#look();
    return () => this.end('idle');
  }

  end(state: 'idle' | 'lost'): void {
    this.#stop();
    this.state = state;
  }

  async #look(): Promise<void> {
    try {
      const order = await this.#parts.api.call(readOrder, { params: { id: this.#no } });
      if (this.state !== 'waiting' || isUnpaid(order.state)) return;
      this.end('idle');
      this.#parts.settled(order);
    } catch {
      // The next look may go better; an order that is not the user’s never does and is given up with time.
    }
  }
}
