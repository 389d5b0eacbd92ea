import { numeralFromText } from '#generators/numerals.ts';
import type { Mask } from './mask.ts';

/** A time that words state. */
export interface DateClaim {
  readonly from: number;
  readonly to: number;
  /** What of it can be compared: YYYY, YYYY-MM, YYYY-MM-DD, --MM-DD or --MM without the year. */
  readonly days: readonly string[];
  /** Months of a quarter or a half year that is meant, of any year or of the one in `days`. */
  readonly months?: readonly [from: number, to: number];
  /** Years from this one, of 去年 and its like. */
  readonly years?: number;
  /** Can be said only as the question or the query says it: 近一年. */
  readonly isVerbatim?: true;
}

const SPELLED = '[零〇○一二三四五六七八九]';
const YEAR = `(\\d{4}|${SPELLED}{4})`;
const SMALL = `(\\d{1,2}|[一二三四五六七八九十]{1,3})`;
const QUARTER = `(?:第?([1-4一二三四])季度?|q([1-4])(?!\\d))`;
const HALF = '(上|下)半年|h([12])(?!\\d)';
const AMOUNT = '(?:\\d+|[一二两三四五六七八九十百几半]+)';

type Reader = (match: RegExpExecArray) => Omit<DateClaim, 'from' | 'to'> | undefined;

const digits = (text: string): string =>
  /^\d/.test(text) ? text : (numeralFromText(text.replaceAll(/[〇○]/g, '零')) ?? '');
const two = (text: string): string => digits(text).padStart(2, '0');
const year = (text: string): string => digits(text).padStart(4, '0');
const isMonth = (text: string) => Number(digits(text)) >= 1 && Number(digits(text)) <= 12;
const isDay = (text: string) => Number(digits(text)) >= 1 && Number(digits(text)) <= 31;

function monthsOf(quarter: string | undefined, half: string | undefined): readonly [number, number] {
  if (half !== undefined) return half === '上' || half === '1' ? [1, 6] : [7, 12];
  const first = Number(digits(quarter ?? '1')) * 3 - 2;
  return [first, first + 2];
}

const YEAR_WORDS: Readonly<Record<string, number>> = {
  大前年: -3,
  前年: -2,
  去年: -1,
  上年: -1,
  今年: 0,
  本年: 0,
  明年: 1,
};

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [
    new RegExp(`${YEAR} ?[-/.年] ?${SMALL} ?[-/.月] ?${SMALL}(?: ?[日号]|(?![\\d.]))`, 'y'),
    ([, y = '', m = '', d = '']) => (isMonth(m) && isDay(d) ? { days: [`${year(y)}-${two(m)}-${two(d)}`] } : undefined),
  ],
  [
    new RegExp(`${YEAR}(?:年度?|(?=q|h)) ?(?:的)?(?:${QUARTER}|${HALF})`, 'y'),
    ([, y = '', a, b, c, d]) => ({ days: [year(y)], months: monthsOf(a ?? b, c ?? d) }),
  ],
  [
    new RegExp(`${YEAR}(?: ?年 ?${SMALL} ?月份?|[-/](\\d{1,2})(?![\\d./-]))(?:[初中底末]|[上中下]旬)?`, 'y'),
    ([, y = '', m, n]) => (isMonth(m ?? n ?? '') ? { days: [`${year(y)}-${two(m ?? n ?? '')}`] } : undefined),
  ],
  [new RegExp(`${YEAR} ?年(?![代])度?(?:[初中底末])?`, 'y'), ([, y = '']) => ({ days: [year(y)] })],
  [/(?<![\d.,])(\d{2})年(?![代以前后内多来])/y, ([, y = '']) => ({ days: [`${Number(y) < 50 ? '20' : '19'}${y}`] })],
  [/(?<![\d.,])((?:19|20)\d\d)(?=(?: ?[-~至到] ?(?:19|20)\d\d)(?!\d))/y, ([, y = '']) => ({ days: [y] })],
  [
    new RegExp(`${SMALL}月份?${SMALL}[日号]`, 'y'),
    ([, m = '', d = '']) => (isMonth(m) && isDay(d) ? { days: [`--${two(m)}-${two(d)}`] } : undefined),
  ],
  [
    new RegExp(`${SMALL}月份?(?:[初中底末]|[上中下]旬)?`, 'y'),
    ([, m = '']) => (isMonth(m) ? { days: [`--${two(m)}`] } : undefined),
  ],
  [new RegExp(`(?:${QUARTER}|${HALF})`, 'y'), ([, a, b, c, d]) => ({ days: [], months: monthsOf(a ?? b, c ?? d) })],
  [/大前年|前年|去年|上年|今年|本年|明年/y, ([word]) => ({ days: [], years: YEAR_WORDS[word] ?? 0 })],
  [
    new RegExp(
      `(?:最近|过去|近|未来|今后|前|这|上)(?:的)?${AMOUNT}个?(?:年|月|季度|天|日|周|星期)|` +
        '(?:上|本|下|这)个?(?:月|周|季度|星期)|昨[天日]|前天|明天|后天|近(?:半|几|些|两)年来?',
      'y',
    ),
    () => ({ days: [], isVerbatim: true }),
  ],
];

/** The times that a text states outside of what is covered, longest first at each place; they are covered then. */
export function dateClaims(mask: Mask): DateClaim[] {
  const { text } = mask;
  const found: DateClaim[] = [];
  for (let from = 0; from < text.length; from += 1) {
    if (mask.isCovered(from) || (/\d/.test(text.charAt(from)) && /[\d.]/.test(text.charAt(from - 1)))) continue;
    for (const [pattern, read] of READERS) {
      pattern.lastIndex = from;
      const match = pattern.exec(text);
      const to = from + (match?.[0].length ?? 0);
      const claim = match && mask.isFree(from, to) ? read(match) : undefined;
      if (!claim) continue;
      found.push({ from, to, ...claim });
      mask.cover(from, to);
      break;
    }
  }
  return found;
}
