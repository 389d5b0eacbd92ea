import { observable, runInAction } from 'mobx';
import { readExchangeRate } from '#schemas/generated/api/exchange-rates.ts';
import type { Currency } from '#schemas/metadata/field.ts';
import type { RateTable } from '#shared/money/rates.ts';
import type { Api } from './api.ts';

/** Rates that forms convert amounts at. Each is asked of the server when a rule first needs it, and kept. */
export class ExchangeRates implements RateTable {
  /** The rate, or undefined where the server knows none, by currency and day. */
  readonly #known = observable.map<string, string | undefined>({}, { deep: false });
  readonly #asked = new Set<string>();
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Observable: null until the server has answered. */
  rate = (currency: Currency, day: string): string | null | undefined => {
    const key = `${currency} ${day}`;
    if (this.#known.has(key)) return this.#known.get(key);
    if (!this.#asked.has(key)) {
      this.#asked.add(key);
      // Not now: rules are worked out inside computed values, which may change nothing.
      queueMicrotask(() => void this.#load(key, currency, day));
    }
    return null;
  };

  async #load(key: string, currency: Currency, day: string): Promise<void> {
    try {
      const { cny } = await this.#api.call(readExchangeRate, { query: { currency, day } });
      runInAction(() => this.#known.set(key, cny ?? undefined));
    } catch {
      // The server judges at the save; the next rule that needs the rate asks again.
      this.#asked.delete(key);
    }
  }
}
