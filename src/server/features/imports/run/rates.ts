import type { Currency } from '#schemas/metadata/field.ts';
import { Failure } from '#shared/errors.ts';
import { Exact, exactText } from '#shared/money/exact.ts';
import type { Database } from '#server/db/database.ts';
import { writeRates } from '#server/core/records/rate-queries.ts';
import { limitsOf } from '#server/features/imports/reading/limits.ts';
import { openSource } from '#server/features/imports/reading/source-file.ts';
import { Columns } from '#server/features/imports/transform/columns.ts';
import { mappingFailure } from '#server/features/imports/mapping/parse-mapping.ts';

/** How the Federal Reserve quotes a country's money: units for a US dollar, or US dollars for a unit. */
const QUOTES: Readonly<Record<string, { readonly currency: Currency; readonly dollarsForUnit: boolean }>> = {
  Australia: { currency: 'AUD', dollarsForUnit: true },
  Canada: { currency: 'CAD', dollarsForUnit: false },
  China: { currency: 'CNY', dollarsForUnit: false },
  Euro: { currency: 'EUR', dollarsForUnit: true },
  'Hong Kong': { currency: 'HKD', dollarsForUnit: false },
  Japan: { currency: 'JPY', dollarsForUnit: false },
  Singapore: { currency: 'SGD', dollarsForUnit: false },
  Taiwan: { currency: 'TWD', dollarsForUnit: false },
  'United Kingdom': { currency: 'GBP', dollarsForUnit: true },
};

/** Decimals kept of a rate. */
const RATE_PLACES = 10;
const RATES_A_WRITE = 2000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NUMBER = /^\d{1,12}(\.\d{1,12})?$/;

export interface RateRow {
  readonly currency: string;
  readonly day: string;
  readonly cny: string;
}

/** CNY for a unit of each currency on each day for which the dollar in CNY is known too. Pure. */
export function ratesInCny(
  quotes: readonly { readonly day: string; readonly country: string; readonly rate: string }[],
): RateRow[] {
  const yuanForDollar = new Map(
    quotes.filter(({ country }) => country === 'China').map(({ day, rate }) => [day, rate]),
  );
  return quotes.flatMap(({ day, country, rate }) => {
    const quote = QUOTES[country];
    const yuan = yuanForDollar.get(day);
    if (!quote || yuan === undefined) return [];
    // The dollar itself is what China's line says.
    if (quote.currency === 'CNY') return [{ currency: 'USD', day, cny: yuan }];
    const cny = quote.dollarsForUnit ? new Exact(yuan).times(rate) : new Exact(yuan).div(rate);
    return [{ currency: quote.currency, day, cny: exactText(cny.toDecimalPlaces(RATE_PLACES)) }];
  });
}

/**
 * Loads exchange rates from a CSV with the columns Date, Country and Exchange rate, as published for the Federal
 * Reserve's H.10. Gives how many were kept; the same file again changes nothing. @throws Failure naming a bad line.
 */
export async function importRates(file: string, { db }: Database): Promise<number> {
  const limits = limitsOf(undefined);
  const source = await openSource(
    file,
    { object: 'Rates', source: 'rates', format: 'csv', key: ['Date'], fields: [{ field: 'rate' }] },
    limits,
  );
  const reader = await source.open([]);
  try {
    const columns = new Columns(reader.columns);
    const [day, country, rate] = ['Date', 'Country', 'Exchange rate'].map((name) => columns.index(name, name));
    if (columns.problems.length > 0) throw mappingFailure(columns.problems);
    const quotes: { day: string; country: string; rate: string }[] = [];
    for await (const batch of reader.batches()) {
      for (const { row, cells } of batch) {
        const quote = { day: cells[day ?? 0] ?? '', country: cells[country ?? 0] ?? '', rate: cells[rate ?? 0] ?? '' };
        if (!Object.hasOwn(QUOTES, quote.country)) continue;
        const sound = DAY.test(quote.day) && NUMBER.test(quote.rate) && !new Exact(quote.rate).isZero();
        if (!sound)
          throw new Failure('INVALID_BODY', `第 ${row} 行不是汇率：${quote.day} ${quote.country} ${quote.rate}`);
        quotes.push(quote);
      }
    }
    const rates = ratesInCny(quotes);
    await db.transaction().execute(async (trx) => {
      for (let at = 0; at < rates.length; at += RATES_A_WRITE)
        await writeRates(trx, rates.slice(at, at + RATES_A_WRITE));
    });
    return rates.length;
  } finally {
    await reader.close();
    await source.dispose();
  }
}
