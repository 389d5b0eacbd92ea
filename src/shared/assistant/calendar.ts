import type { Operator } from '#schemas/metadata/condition.ts';
import { firstDay, isDateText, lastDay } from '#generators/field-types/date.ts';
import { numeralFromText } from '#generators/numerals.ts';
import { relativeDays } from '#shared/conditions/periods.ts';
import { addDays } from '#shared/time/days.ts';

/** Days from `start` to `end`, both included, as YYYY-MM-DD; an end that is absent is open. */
export interface Period {
  readonly start?: string;
  readonly end?: string;
  readonly unit: 'day' | 'week' | 'month' | 'quarter' | 'half' | 'year' | 'range';
  /** The operator of the condition language that means the same and stays true on later days. */
  readonly relative?: { readonly operator: Operator; readonly value?: number };
}

/** A period where a text states it, up to `to`. */
export interface TimeAt {
  readonly to: number;
  readonly period: Period;
  /** More than what is written had to be supposed. */
  readonly isAssumed?: true;
  /** No calendar has the day, month or quarter. */
  readonly impossible?: true;
  /** The year was not written. */
  readonly isYearless?: true;
  /** The end of a year, quarter or month, before which the whole of it is meant. */
  readonly isEnd?: true;
}

type Found = Omit<TimeAt, 'to'>;

/** A number of a calendar in digits or Chinese numerals. */
export const numberOf = (text: string | undefined): number => Number(numeralFromText(text ?? '') ?? Number.NaN);
const two = (number: number): string => String(number).padStart(2, '0');
const yearText = (year: number): string => String(year).padStart(4, '0');

/** Whole months, the first of them `month`, which may be beyond a year. */
export function monthsFrom(year: number, month: number, count: number, unit: Period['unit']): Period {
  const at = (index: number) =>
    `${yearText(year + Math.floor((index - 1) / 12))}-${two(((((index - 1) % 12) + 12) % 12) + 1)}`;
  return { start: firstDay(at(month)), end: lastDay(at(month + count - 1)), unit };
}

/** What an operator means today, with the operator. */
export function relativePeriod(
  operator: Operator,
  value: number | undefined,
  unit: Period['unit'],
  today: string,
): Period {
  const { from, to } = relativeDays(operator, value ?? 1, today) ?? {};
  const relative = { operator, ...(value !== undefined && { value }) };
  return { ...(from && { start: from }), ...(to && { end: to }), unit, relative };
}

/** The day so many months before another; the last of its month where that is shorter. */
function monthsBefore(day: string, months: number): string {
  const { start = day } = monthsFrom(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - months, 1, 'month');
  const same = `${start.slice(0, 8)}${day.slice(8)}`;
  return isDateText(same) ? same : lastDay(start.slice(0, 7));
}

const IMPOSSIBLE: Found = { period: { unit: 'day' }, impossible: true };

function dayOf(year: number, month: number, day: number): Found {
  const text = `${yearText(year)}-${two(month)}-${two(day)}`;
  return isDateText(text) ? { period: { start: text, end: text, unit: 'day' } } : IMPOSSIBLE;
}

const N = '\\d{1,2}|[一二三四五六七八九十]{1,3}|正';
const QUARTER = '[1-9一二三四五六]';
const TO_PART = ' ?(?:[-~]|到|至) ?';
const EDGE = '(?:的?([初底末]|上旬|中旬|下旬))?';

/** Parts of a year; each is read with the year that they are of. */
const PARTS: readonly (readonly [RegExp, (match: RegExpExecArray, year: number) => Found | undefined])[] = [
  [/上半年|前半年|h1(?![a-z\d])/y, (_, year) => ({ period: monthsFrom(year, 1, 6, 'half') })],
  [/下半年|后半年|h2(?![a-z\d])/y, (_, year) => ({ period: monthsFrom(year, 7, 6, 'half') })],
  [
    new RegExp(`(?:第?(${QUARTER})个?季?度?|q(\\d))${TO_PART}(?:第?(${QUARTER})个?季度|q(\\d))`, 'y'),
    ([, a, b, c, d], year) => {
      const [from, to] = [numberOf(a ?? b), numberOf(c ?? d)];
      if (from > 4 || to > 4) return IMPOSSIBLE;
      return from < to ? { period: monthsFrom(year, from * 3 - 2, (to - from + 1) * 3, 'range') } : undefined;
    },
  ],
  // 二三季度 and 三四月 are from one to the next.
  [
    /([一二三])([二三四])(季度|月份?)(?![初底末])/y,
    ([, first, last, unit], year) => {
      const [from, to] = [numberOf(first), numberOf(last)];
      if (to !== from + 1) return undefined;
      return {
        period: unit === '季度' ? monthsFrom(year, from * 3 - 2, 6, 'range') : monthsFrom(year, from, 2, 'range'),
      };
    },
  ],
  [/前([二两三23])个?季度/y, ([, count], year) => ({ period: monthsFrom(year, 1, numberOf(count) * 3, 'range') })],
  [
    new RegExp(`(?:第?(${QUARTER})季度|q(\\d)(?![a-z\\d]))([初底末])?`, 'y'),
    ([, a, b, edge], year) => {
      const quarter = numberOf(a ?? b);
      if (quarter > 4 || quarter < 1) return IMPOSSIBLE;
      const first = quarter * 3 - 2;
      return edge === undefined ? { period: monthsFrom(year, first, 3, 'quarter') } : edgeOfQuarter(year, first, edge);
    },
  ],
  [
    new RegExp(`(${N})月?份?${TO_PART}(${N})月份?(?![\\d一二三四五六七八九十])`, 'y'),
    ([, a, b], year) => {
      const [from, to] = [numberOf(a), numberOf(b)];
      if (from > 12 || to > 12) return IMPOSSIBLE;
      return { period: monthsFrom(year, from, ((to - from + 12) % 12) + 1, 'range') };
    },
  ],
  [
    new RegExp(`(${N})月份?(${N}|[二三]十[一二三四五六七八九]?)[日号]`, 'y'),
    ([, month, day], year) => dayOf(year, month === '正' ? 1 : numberOf(month), numberOf(day)),
  ],
  [
    new RegExp(`(${N})月份?${EDGE}`, 'y'),
    ([, text, edge], year) => {
      const month = text === '正' ? 1 : numberOf(text);
      if (!(month >= 1 && month <= 12)) return IMPOSSIBLE;
      const period = monthsFrom(year, month, 1, 'month');
      return edge === undefined ? { period } : edgeOfMonth(period, edge);
    },
  ],
];

/** The first or last month of the quarter that begins with a month. */
export function edgeOfQuarter(year: number, first: number, edge: string): Found {
  if (edge === '初') return { period: monthsFrom(year, first, 1, 'month'), isAssumed: true };
  return { period: monthsFrom(year, first + 2, 1, 'month'), isAssumed: true, isEnd: true };
}

/** The beginning, middle or end of a month. */
export function edgeOfMonth(month: Period, edge: string): Found {
  const at = month.start?.slice(0, 8) ?? '';
  const isLast = ['底', '末', '下旬'].includes(edge);
  const [from, to] = isLast ? ['21', month.end?.slice(8) ?? ''] : edge === '中旬' ? ['11', '20'] : ['01', '10'];
  const found: Found = { period: { start: at + from, end: at + to, unit: 'range' } };
  return edge.endsWith('旬') ? found : { ...found, isAssumed: true, ...(isLast && { isEnd: true }) };
}

const YEAR_EDGE = /的?(?:年?([初中底末])|当?年?(?:全年|年度))/y;

/** The first months of a year that is named; 前三个月 alone may be the last three. */
const FIRST_MONTHS = new RegExp(`[前头](${N})个月`, 'y');

/** What follows a year and says which part of it. */
export function partOfYearAt(text: string, at: number, year: number): TimeAt | undefined {
  FIRST_MONTHS.lastIndex = at;
  const match = FIRST_MONTHS.exec(text);
  const count = numberOf(match?.[1]);
  if (match && count >= 1 && count <= 12)
    return { to: at + match[0].length, period: monthsFrom(year, 1, count, 'range') };
  return partAt(text, at, year) ?? yearEdgeAt(text, at, year);
}

/** A part of a year at a place. */
export function partAt(text: string, at: number, year: number): TimeAt | undefined {
  for (const [pattern, read] of PARTS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const found = match && read(match, year);
    if (found) return { ...found, to: at + match[0].length };
  }
  return undefined;
}

/** The beginning, middle or end of a year, or all of it said twice. */
export function yearEdgeAt(text: string, at: number, year: number): TimeAt | undefined {
  YEAR_EDGE.lastIndex = at;
  const match = YEAR_EDGE.exec(text);
  if (!match) return undefined;
  const to = at + match[0].length;
  const [, edge] = match;
  if (edge === undefined) return { to, period: monthsFrom(year, 1, 12, 'year') };
  const month = edge === '初' ? 1 : edge === '中' ? 6 : 12;
  const isEnd = edge === '底' || edge === '末';
  return { to, period: monthsFrom(year, month, 1, 'month'), isAssumed: true, ...(isEnd && { isEnd: true }) };
}

/** A part of a year without its year: the latest that has begun. */
export function latestPart(text: string, at: number, today: string): TimeAt | undefined {
  const year = Number(today.slice(0, 4));
  // 29 February may be up to eight years ago.
  for (let back = 0; back <= 8; back += 1) {
    const found = partAt(text, at, year - back);
    if (!found) return undefined;
    if (found.impossible && back < 8) continue;
    if (found.impossible || (found.period.start ?? '') <= today) return { ...found, isYearless: true };
  }
  return undefined;
}

/** The day so many units ago. */
export function ago(today: string, count: number, unit: string): string {
  if (unit === '年') return monthsBefore(today, Math.round(count * 12));
  if (unit === '个季度') return monthsBefore(today, Math.round(count * 3));
  if (unit === '个月') return monthsBefore(today, Math.round(count));
  return addDays(today, -count * (unit === '周' ? 7 : 1));
}
