import type { Currency } from '#schemas/metadata/field.ts';
import type { RateTable } from '#shared/money/rates.ts';
import type { Db } from '#server/db/database.ts';
import { allRates } from './queries.ts';

const FRESH_FOR_MS = 60_000;

/** Exchange rates in memory: a few hundred rows, asked for at every write of an amount. */
export class RateStore {
  readonly #db: Db;
  #loadedAt = -Infinity;
  #table: RateTable = { rate: () => undefined };

  constructor(db: Db) {
    this.#db = db;
  }

  /** The rates as they were at most a minute before `now`. */
  async table(now: Date, db: Db = this.#db): Promise<RateTable> {
    if (now.getTime() - this.#loadedAt > FRESH_FOR_MS) {
      this.#table = rateTable(await allRates(db));
      this.#loadedAt = now.getTime();
    }
    return this.#table;
  }
}

/** Rates by currency; a day takes the nearest earlier rate. `rows` are ordered by day. */
function rateTable(rows: readonly { currency: string; day: string; cny: string }[]): RateTable {
  const byCurrency = Map.groupBy(rows, (row) => row.currency);
  return {
    rate(currency: Currency, day: string) {
      const known = byCurrency.get(currency) ?? [];
      let low = 0;
      let high = known.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((known[middle]?.day ?? '') <= day) low = middle + 1;
        else high = middle;
      }
      return known[low - 1]?.cny;
    },
  };
}
