import { Decimal } from 'decimal.js';
import type { Currency } from '#schemas/metadata/field.ts';
import { Exact, parseExact } from './exact.ts';

/** Chinese names of the currencies. */
export const CURRENCY_NAMES: Readonly<Record<Currency, string>> = {
  CNY: '人民币',
  USD: '美元',
  EUR: '欧元',
  GBP: '英镑',
  HKD: '港元',
  TWD: '新台币',
  JPY: '日元',
  AUD: '澳元',
  SGD: '新加坡元',
  CAD: '加元',
};

const UNITS = [
  { from: new Exact(1), name: '' },
  { from: new Exact('1e4'), name: '万' },
  { from: new Exact('1e8'), name: '亿' },
  { from: new Exact('1e12'), name: '万亿' },
] as const;
const SHOWN_PLACES = 2;

/** The amount in its unit. Where rounding lifts it to the next unit, that one is shown: 99,999,999 is 1亿, not 10000万. */
function inUnits(size: Decimal): string {
  let index = Math.max(
    UNITS.findLastIndex((unit) => size.gte(unit.from)),
    0,
  );
  const rounded = (unit: number) =>
    size.div(UNITS[unit]?.from ?? 1).toDecimalPlaces(SHOWN_PLACES, Decimal.ROUND_HALF_EVEN);
  const next = UNITS[index + 1];
  if (
    next &&
    rounded(index)
      .times(UNITS[index]?.from ?? 1)
      .gte(next.from)
  )
    index += 1;
  return `${rounded(index).toFixed()}${UNITS[index]?.name ?? ''}`;
}

/**
 * An amount for reading: 万 from 10⁴, 亿 from 10⁸, 万亿 from 10¹², at most two decimals (half-even) without trailing
 * zeros, and the Chinese name of the currency behind it when one is given: `1.25亿美元`. Text that is no number comes
 * back as it is, so that nothing known is hidden.
 */
export function formatMoney(num: string | Decimal, currency?: Currency): string {
  const value = typeof num === 'string' ? parseExact(num) : new Exact(num);
  if (!value || !value.isFinite()) return String(num);
  const shown = inUnits(value.abs());
  const sign = value.isNegative() && shown !== '0' ? '-' : '';
  return `${sign}${shown}${currency === undefined ? '' : CURRENCY_NAMES[currency]}`;
}
