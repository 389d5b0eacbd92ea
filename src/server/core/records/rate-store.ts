import type { Currency } from '#schemas/metadata/field.ts';
import type { RateTable } from '#shared/money/rates.ts';
import type { Db } from '#server/db/database.ts';
import { allRates, shareRates } from './rate-queries.ts';

/** Exchange rates in memory: a few hundred rows, asked for at every write of an amount. */
export class RateStore {
  #revision: string | undefined;
  #table: RateTable = { rate: () => undefined };

  /**
   * The rates as they are, which stay so until the transaction ends: a later load of rates finds what was written with
   * these and updates it.
   */
  async table(trx: Db): Promise<RateTable> {
    const revision = await shareRates(trx);
    if (revision !== this.#revision) {
      this.#table = rateTable(await allRates(trx));
      this.#revision = revision;
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
