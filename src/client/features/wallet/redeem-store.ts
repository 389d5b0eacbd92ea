import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Order } from '#schemas/api/orders.ts';
import { redeemCode } from '#schemas/generated/api/orders.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** A redemption code being typed and redeemed. */
export class RedeemStore {
  code = '';
  isOpen = false;
  isSending = false;
  failure: ApiFailure | undefined;
  readonly #api: Api;
  readonly #redeemed: (order: Order) => void;

  /** `redeemed` hears of each code that was worth something. */
  constructor(api: Api, redeemed: (order: Order) => void) {
    this.#api = api;
    this.#redeemed = redeemed;
    makeAutoObservable(this, { failure: observableRef }, { autoBind: true });
  }

  open = (): void => {
    this.code = '';
    this.failure = undefined;
    this.isOpen = true;
  };

  close = (): void => {
    this.isOpen = false;
  };

  type(code: string): void {
    this.code = code;
    this.failure = undefined;
  }

  async redeem(): Promise<void> {
    const code = this.code.trim();
    if (code === '' || this.isSending) return;
    this.isSending = true;
    this.failure = undefined;
    try {
      const order = await this.#api.call(redeemCode, { body: { code } });
      runInAction(() => {
        this.isOpen = false;
        this.code = '';
      });
      this.#redeemed(order);
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    } finally {
      runInAction(() => (this.isSending = false));
    }
  }
}
