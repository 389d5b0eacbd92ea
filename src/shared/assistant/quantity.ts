import type { Currency } from '#schemas/metadata/field.ts';
import { numeralFromText } from '#generators/numerals.ts';
import { Exact, exactText } from '#shared/money/exact.ts';
import {
  AND_MORE,
  COUNTER,
  CURRENCY_BEHIND,
  HALF_YEARS,
  LETTER_POWERS,
  MAGNITUDE,
  NEIGHBOURS,
  NUMBER,
  PERCENT_BEFORE,
  PERCENT_BEHIND,
  SOME,
  TEENS,
  TENTHS,
  UPWARDS,
  currencyOf,
} from './amount-words.ts';

/** A number or a range of numbers, exact decimal texts; an end that is absent is open. */
export interface Amount {
  readonly lo?: string;
  readonly hi?: string;
  readonly loIncluded: boolean;
  readonly hiIncluded: boolean;
  /** The number itself, where it is compared with by equality or nearly so. */
  readonly num?: string;
  readonly currency?: Currency;
  readonly isPercent?: true;
  /** What is counted, such as 人, 年 or 家. */
  readonly unit?: string;
  /** The option of amount bands that is meant, such as 数千万. */
  readonly band?: string;
  readonly isAbout?: true;
}

/** An amount without a comparison, up to `to` of the text; `digits` is the number as it is written. */
export interface Quantity {
  readonly to: number;
  readonly digits: string;
  readonly amount: Amount;
}

/** Matches a sticky pattern at a place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Bands by their names, and by the size that 级 is behind. */
const BANDS: Readonly<Record<string, string>> = {
  十万: '数十万',
  百万: '数百万',
  千万: '数千万',
  亿: '数亿',
  十亿: '数十亿',
};
/** The band of one hundred million and all above. */
export const TOP_BAND = '亿元及以上';

const CLOSED = { loIncluded: true, hiIncluded: true };
const exact = (text: string | undefined) => new Exact(numeralFromText(text ?? '') ?? '0');
const scaled = (text: string, scale: string | undefined): string =>
  exactText(exact(text).mul(scale ? exact(scale) : 1));
const times = (number: string, factor: number | string): string => exactText(new Exact(number).mul(factor));
const plus = (number: string, more: number | string): string => exactText(new Exact(number).add(more));

/** How much the next number of the same roundness is above: 8000 is followed by 9000, 150 by 160, 1.5 by 1.6. */
function step(number: string): string {
  const [whole = '', fraction = ''] = number.split('.');
  if (fraction !== '') return `0.${'1'.padStart(fraction.length, '0')}`;
  return `1${'0'.repeat(/0*$/.exec(whole === '0' ? '' : whole)?.[0].length ?? 0)}`;
}

const from = (lo: string, hi: string): Amount => ({ lo, hi, loIncluded: true, hiIncluded: false });

type Reader = (match: RegExpExecArray) => Amount | undefined;

function someOf([, size = '']: RegExpExecArray): Amount {
  const lo = scaled(size, undefined);
  const band = BANDS[size];
  return { ...from(lo, times(lo, 10)), ...(band !== undefined && { band }) };
}

function magnitude(match: RegExpExecArray): Amount {
  const [, size = ''] = match;
  if (size === '亿') return { lo: scaled(size, undefined), ...CLOSED, band: TOP_BAND };
  return someOf(match);
}

const percent = (num: string): Amount => ({ num, ...CLOSED, isPercent: true });

/** What is more than a bare number, ahead of it: their texts begin with one. */
const READERS: readonly (readonly [RegExp, Reader])[] = [
  [UPWARDS, ([, size = '']) => ({ lo: scaled(size, undefined), ...CLOSED, ...(size === '亿' && { band: TOP_BAND }) })],
  [SOME, someOf],
  [
    TEENS,
    ([, tens = '', scale]) => from(scaled(tens, scale), times(plus(scaled(tens, undefined), 10), scaled('1', scale))),
  ],
  [
    NEIGHBOURS,
    ([, ten = '', [low = '', high = ''] = '', scale]) => ({
      lo: scaled(ten + low, scale),
      hi: scaled(ten + high, scale),
      ...CLOSED,
      isAbout: true,
    }),
  ],
  [
    AND_MORE,
    ([, number = '', scale]) => {
      const plain = numeralFromText(number) ?? '0';
      return from(scaled(number, scale), times(plus(plain, step(plain)), scaled('1', scale)));
    },
  ],
  [PERCENT_BEFORE, ([, number = '']) => percent(scaled(number, undefined))],
  [
    TENTHS,
    ([, tenths = '', more]) =>
      percent(plus(times(scaled(tenths, undefined), 10), more === '半' ? 5 : exact(more).toString())),
  ],
  [HALF_YEARS, ([, years]) => ({ num: plus(years ? scaled(years, undefined) : '0', '0.5'), ...CLOSED, unit: '年' })],
  [MAGNITUDE, magnitude],
  [
    NUMBER,
    ([, number = '', letters]) => ({
      num: exactText(exact(number).mul(new Exact(10).pow(letters ? (LETTER_POWERS[letters] ?? 0) : 0))),
      ...CLOSED,
    }),
  ],
];

/** The longest of what a place may be, and what it counts or which money it is. */
export function quantityAt(text: string, at: number, currency?: string): Quantity | undefined {
  for (const [pattern, read] of READERS) {
    const match = matchAt(pattern, text, at);
    const amount = match && read(match);
    if (amount) return withUnit(text, { to: at + match[0].length, digits: match[0], amount }, currency);
  }
  return undefined;
}

function withUnit(text: string, { to, digits, amount }: Quantity, before?: string): Quantity {
  if (amount.isPercent || amount.unit !== undefined) return { to, digits, amount };
  const share = matchAt(PERCENT_BEHIND, text, to);
  if (share) return { to: to + share[0].length, digits, amount: { ...amount, isPercent: true } };
  const money = matchAt(CURRENCY_BEHIND, text, to);
  const end = to + (money?.[0].length ?? 0);
  const currency = (currencyOf(money?.[0] ?? '') ?? currencyOf(digits) ?? before) as Currency | undefined;
  if (money ?? currency) return { to: end, digits, amount: { ...amount, ...(currency && { currency }) } };
  const [counted = '', unit = ''] = matchAt(COUNTER, text, to) ?? [];
  if (unit === '' || (unit === '起' && /[万亿]/.test(digits))) return { to, digits, amount };
  const isMore = amount.num !== undefined && /^[多余]/.test(text.slice(to + counted.length));
  const more = isMore && amount.num !== undefined ? from(amount.num, plus(amount.num, step(amount.num))) : amount;
  return { to: to + counted.length + (isMore ? 1 : 0), digits, amount: { ...more, unit } };
}
