import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Balance, LedgerLine } from '#schemas/api/coins.ts';
import { readBalance, readLedger } from '#schemas/generated/api/coins.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import { PagedList } from '#client/lib/paged-list.ts';

/** The person’s coins and what moved them, newest first. */
export class LedgerStore {
  balance: Balance | undefined;
  /** Why the balance could not be read. */
  refusal: ApiFailure | undefined;
  readonly lines: PagedList<LedgerLine>;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.lines = new PagedList((after) => api.call(readLedger, { query: after === undefined ? {} : { after } }));
    makeAutoObservable(this, { balance: observableRef, refusal: observableRef, lines: false }, { autoBind: true });
  }

  get failure(): ApiFailure | undefined {
    return this.refusal ?? this.lines.failure;
  }

  /** Contacts that the coins are enough for. */
  get views(): number {
    return this.balance ? Math.floor(this.balance.balance / this.balance.os) : 0;
  }

  async load(): Promise<void> {
    this.refusal = undefined;
    await Promise.all([this.#readBalance(), this.lines.load()]);
  }

  async #readBalance(): Promise<void> {
    try {
      const balance = await this.#api.call(readBalance);
      runInAction(() => (this.balance = balance));
    } catch (thrown) {
      runInAction(() => (this.refusal = asFailure(thrown)));
    }
  }
}
