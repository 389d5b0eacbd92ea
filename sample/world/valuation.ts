import type { CurrencyValue } from '#schemas/metadata/value.ts';
import { Exact, exactText } from '#shared/money/exact.ts';
import type { Amount, Deal } from './model.ts';

/** An amount as a field holds it. */
export const money = (amount: Amount): CurrencyValue =>
  'num' in amount
    ? { num: String(amount.num), currency: amount.currency }
    : { band: amount.band, ...(amount.currency && { currency: amount.currency }) };

/** Whole CNY as a field holds it. */
export const yuan = (num: number): CurrencyValue => ({ num: String(Math.round(num)), currency: 'CNY' });

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
