import type { CurrencyValue } from '#schemas/metadata/value.ts';
import { Exact, exactText } from '#shared/money/exact.ts';
import { type RateTable, toCny } from '#shared/money/rates.ts';
import type { Amount, Deal } from './model.ts';

/** An amount as a field holds it. */
export const money = (amount: Amount): CurrencyValue =>
  'num' in amount
    ? { num: String(amount.num), currency: amount.currency }
    : { band: amount.band, ...(amount.currency && { currency: amount.currency }) };

/** Whole CNY as a field holds it. */
export const yuan = (num: number): CurrencyValue => ({ num: String(Math.round(num)), currency: 'CNY' });

/** What the first day of a published date is, which the rate is taken of. */
const rateDay = (published: string): string => `${published}-01-01`.slice(0, 10);

/** Events in which money changes hands between owners and none reaches the company. */
const BETWEEN_OWNERS = new Set(['被收购', '股权转让']);

/** CNY that the company got in a round; undefined when that is not exactly known. */
function raised({ round, published }: Deal, rates: RateTable): string | undefined {
  const { amount } = round;
  if (!('num' in amount) || BETWEEN_OWNERS.has(round.round)) return undefined;
  return toCny(String(amount.num), amount.currency, rateDay(published), rates);
}

/** The exactly known amounts of rounds together, in CNY at the rates of their days; undefined when none is known. */
export function totalRaised(deals: readonly Deal[], rates: RateTable): CurrencyValue | undefined {
  const known = deals.flatMap((deal) => raised(deal, rates) ?? []);
  if (known.length === 0) return undefined;
  return { num: exactText(known.reduce((sum, text) => sum.plus(text), new Exact(0))), currency: 'CNY' };
}

/** Valuations before and after a round and the part sold, which agree with one another; undefined where unknown. */
export function valuation({ round }: Deal): { pre: CurrencyValue; post: CurrencyValue; ratio: string } | undefined {
  const { amount, share } = round;
  if (!('num' in amount) || share === undefined) return undefined;
  const digits = 10 ** Math.max(0, Math.floor(Math.log10((amount.num * 100) / share)) - 2);
  const post = Math.max(Math.round((amount.num * 100) / share / digits) * digits, amount.num);
  const ratio = new Exact(amount.num).times(100).div(post).toDecimalPlaces(4);
  const of = (num: number): CurrencyValue => ({ num: String(num), currency: amount.currency });
  return { pre: of(post - amount.num), post: of(post), ratio: exactText(ratio) };
}

/** The newest valuation after a round that is known; undefined when none is. Deals are oldest first. */
export const lastValuation = (deals: readonly Deal[]): CurrencyValue | undefined =>
  deals.map((deal) => valuation(deal)?.post).findLast((value) => value !== undefined);
