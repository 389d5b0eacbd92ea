import { Decimal } from 'decimal.js';
import type { Currency } from '#schemas/metadata/field.ts';
import { exactText, parseExact } from './exact.ts';

/** Exchange rates as the caller stores them. */
export interface RateTable {
  /**
   * CNY for one unit of `currency` on `day` (YYYY-MM-DD), or on the nearest earlier day known; undefined when none is.
   * Null while that is still being asked for, which only a browser has to do.
   */
  readonly rate: (currency: Currency, day: string) => string | null | undefined;
}

/** Decimals kept of a CNY equivalent: fen. */
const EQUIVALENT_PLACES = 2;

/**
 * What an amount is worth in CNY on a day: exact product, then rounded half-even to fen, so that sums over many rounds
 * lean neither up nor down. CNY is itself, to the fen as well. Undefined when the amount is no number or no rate is known.
 */
export function toCny(num: string, currency: Currency, day: string, rates: RateTable): string | undefined {
  const amount = parseExact(num);
  const rate = currency === 'CNY' ? '1' : rates.rate(currency, day);
  const factor = parseExact(rate);
  if (!amount || !factor) return undefined;
  return exactText(amount.times(factor).toDecimalPlaces(EQUIVALENT_PLACES, Decimal.ROUND_HALF_EVEN));
}
