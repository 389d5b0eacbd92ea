import type { Currency } from '#schemas/metadata/field.ts';
import { CURRENCY_NAMES } from '#generators/field-types/currency.ts';

const UNITS = [
  { power: 0, name: '' },
  { power: 4, name: '万' },
  { power: 8, name: '亿' },
  { power: 12, name: '万亿' },
] as const;
const SHOWN_PLACES = 2;
const DECIMAL_TEXT = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/;

/** A size as a whole number of units of `10^-places`. */
interface Size {
  readonly digits: bigint;
  readonly places: number;
}

/** The size in hundredths of `10^power`, rounded half-even. */
function hundredths({ digits, places }: Size, power: number): bigint {
  const divisor = 10n ** BigInt(places + power);
  const dividend = digits * 10n ** BigInt(SHOWN_PLACES);
  const [whole, doubled] = [dividend / divisor, (dividend % divisor) * 2n];
  return doubled > divisor || (doubled === divisor && whole % 2n === 1n) ? whole + 1n : whole;
}

/** The amount in its unit. Where rounding lifts it to the next unit, that one is shown: 99,999,999 is 1亿, not 10000万. */
function inUnits(size: Size): string {
  const reaches = ({ power }: (typeof UNITS)[number]) => size.digits >= 10n ** BigInt(size.places + power);
  let unit = UNITS.findLast(reaches) ?? UNITS[0];
  const next = UNITS[UNITS.indexOf(unit) + 1];
  if (next && hundredths(size, unit.power) >= 10n ** BigInt(next.power - unit.power + SHOWN_PLACES)) unit = next;
  const shown = hundredths(size, unit.power)
    .toString()
    .padStart(SHOWN_PLACES + 1, '0');
  const fraction = shown.slice(-SHOWN_PLACES).replace(/0+$/, '');
  return `${shown.slice(0, -SHOWN_PLACES)}${fraction && `.${fraction}`}${unit.name}`;
}

/**
 * An amount for reading: 万 from 10⁴, 亿 from 10⁸, 万亿 from 10¹², at most two decimals (half-even) without trailing
 * zeros, and the Chinese name of the currency behind it when one is given: `1.25亿美元`. Text that is no number comes
 * back as it is, so that nothing known is hidden.
 *
 * Whole numbers instead of Decimal: every list shows amounts, and a library of 13 KB would have to come first.
 */
export function formatMoney(num: string, currency?: Currency): string {
  const [, minus = '', whole, fraction = ''] = DECIMAL_TEXT.exec(num) ?? [];
  if (whole === undefined) return num;
  const shown = inUnits({ digits: BigInt(whole + fraction), places: fraction.length });
  const sign = shown === '0' ? '' : minus;
  return `${sign}${shown}${currency === undefined ? '' : CURRENCY_NAMES[currency]}`;
}
