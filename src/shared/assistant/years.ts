import { type Period, type TimeAt, monthsFrom, numberOf, partAt, relativePeriod } from './calendar.ts';

/** Years that are named by how far they are from this one. */
export const YEAR_WORDS: Readonly<Record<string, number>> = {
  大前年: -3,
  前年: -2,
  去年: -1,
  上一年: -1,
  上年: -1,
  今年: 0,
  本年: 0,
  年内: 0,
  明年: 1,
  后年: 2,
};
/** Any of the words of a table, as a sticky pattern. */
export const words = (table: Readonly<Record<string, number>>) => new RegExp(`(${Object.keys(table).join('|')})`, 'y');
const YEAR_WORD = words(YEAR_WORDS);
const DIGITS = '[零〇○一二三四五六七八九]';
const YEAR = new RegExp(
  `(?:fy ?)?(\\d{4}|${DIGITS}{4}|\\d{2}|[零〇○一二]${DIGITS})(?:财?年度?)|fy ?(\\d{4}|\\d{2})(?!\\d)`,
  'y',
);
const BARE_YEAR = /((?:19|20)\d\d)(?![\d,]|\.\d{3}| ?[万亿千百家人元个名位轮笔项支%])/y;
const NUMERIC = /(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2}))?(?![\d])/y;
const COMPACT = /((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)/y;
const YEAR_OF_TWO_DIGITS = new RegExp(`^(?:\\d\\d|[零〇○一二]${DIGITS})$`);

/** The period around today or the one before it, as the operator that says so. */
export const named = (what: 'Week' | 'Month' | 'Quarter' | 'Year', unit: Period['unit'], step: number, today: string) =>
  step === 0 || step === -1
    ? relativePeriod(`${step === 0 ? 'this' : 'last'}${what}`, undefined, unit, today)
    : undefined;

/** A year at a place, with where it ends. */
export function yearAt(
  text: string,
  at: number,
  today: string,
): { to: number; year: number; period: Period; isAssumed?: true } | undefined {
  const now = Number(today.slice(0, 4));
  YEAR_WORD.lastIndex = at;
  const word = YEAR_WORD.exec(text);
  if (word) {
    const step = YEAR_WORDS[word[0]] ?? 0;
    const period = named('Year', 'year', step, today) ?? monthsFrom(now + step, 1, 12, 'year');
    return { to: at + word[0].length + (text[at + word[0].length] === '度' ? 1 : 0), year: now + step, period };
  }
  YEAR.lastIndex = at;
  const match = YEAR.exec(text);
  const written = match?.[1] ?? match?.[2];
  if (!match || written === undefined) return undefined;
  const number = numberOf(/^\d/.test(written) ? written : written.replaceAll(/[〇○]/g, '零'));
  const isShort = YEAR_OF_TWO_DIGITS.test(written);
  if (isShort && number > (now % 100) + 5 && number < 50) return undefined;
  const year = isShort ? number + (number < 50 ? 2000 : 1900) : number;
  if (year < 1000) return undefined;
  return {
    to: at + match[0].length,
    year,
    period: monthsFrom(year, 1, 12, 'year'),
    ...(/fy|财/.test(match[0]) && { isAssumed: true as const }),
  };
}

/** A date in digits: 2019-06, 2019/6/5, 20190605. */
export function numericAt(text: string, at: number): TimeAt | undefined {
  for (const [pattern, monthOf, dayOf] of [
    [NUMERIC, 3, 4],
    [COMPACT, 2, 3],
  ] as const) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const [year, month] = [Number(match?.[1]), Number(match?.[monthOf])];
    if (!match || year < 1900 || year > 2100) continue;
    const to = at + match[0].length;
    const dayText = match[dayOf];
    if (dayText === undefined && month >= 1 && month <= 12) return { to, period: monthsFrom(year, month, 1, 'month') };
    if (dayText === undefined) continue;
    const found = partAt(`${month}月${Number(dayText)}日`, 0, year);
    if (found && !(found.impossible && pattern === COMPACT)) return { ...found, to };
  }
  return undefined;
}

/** Four digits alone that may be a year. */
export function bareYearAt(text: string, at: number): TimeAt[] | undefined {
  BARE_YEAR.lastIndex = at;
  const match = /[a-z_]$/.test(text.slice(Math.max(0, at - 1), at)) ? null : BARE_YEAR.exec(text);
  if (!match) return undefined;
  const year = Number(match[0]);
  const to = at + 4;
  const part = partAt(text, text[to] === ' ' || text[to] === '-' ? to + 1 : to, year);
  return [...(part ? [part] : []), { to, period: monthsFrom(year, 1, 12, 'year'), isAssumed: true }];
}
