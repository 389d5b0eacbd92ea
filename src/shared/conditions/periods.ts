import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import type { Operator } from '#schemas/metadata/condition.ts';
import { fullInstant } from '#generators/field-types/date-time.ts';
import { firstDay, isDateText, lastDay } from '#generators/field-types/date.ts';
import { SHANGHAI_OFFSET_HOURS } from '#shared/time/shanghai.ts';

dayjs.extend(utc);

/** Days from `from` to `to`, both included, as `YYYY-MM-DD`; an end that is absent is open. */
export interface DayRange {
  readonly from?: string;
  readonly to?: string;
}

/** Instants from `from` up to but without `until`, as `YYYY-MM-DDTHH:MM:SS.mmmZ`; an end that is absent is open. */
export interface InstantRange {
  readonly from?: string;
  readonly until?: string;
}

const DAY = 'YYYY-MM-DD';
const INSTANT = 'YYYY-MM-DDTHH:mm:ss.SSS[Z]';
const DAYS_IN_WEEK = 7;

/**
 * No date is later than the year 9999. What is later is `infinity`: a date to PostgreSQL, and behind every digit here.
 */
const format = (moment: dayjs.Dayjs, form: string): string => (moment.year() > 9999 ? 'infinity' : moment.format(form));

const shiftDays = (day: string, days: number): string => format(dayjs.utc(day).add(days, 'day'), DAY);

/** From the day after the same day `count` units ago, so that a last month holds one month and not a day more. */
const since = (today: string, count: number, unit: 'month' | 'year'): DayRange => ({
  from: dayjs.utc(today).subtract(count, unit).add(1, 'day').format(DAY),
  to: today,
});

function thisWeek(today: string): DayRange {
  const monday = shiftDays(today, -((dayjs.utc(today).day() + DAYS_IN_WEEK - 1) % DAYS_IN_WEEK));
  return { from: monday, to: shiftDays(monday, DAYS_IN_WEEK - 1) };
}

function thisQuarter(today: string): DayRange {
  const firstMonth = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1;
  const month = (number: number) => `${today.slice(0, 5)}${String(number).padStart(2, '0')}`;
  return { from: `${month(firstMonth)}-01`, to: lastDay(month(firstMonth + 2)) };
}

const thisMonth = (today: string): DayRange => ({
  from: `${today.slice(0, 7)}-01`,
  to: lastDay(today.slice(0, 7)),
});

const thisYear = (today: string): DayRange => ({
  from: `${today.slice(0, 4)}-01-01`,
  to: `${today.slice(0, 4)}-12-31`,
});

/** The period before the one around a day: that of the day before it begins. */
const previous = (around: (day: string) => DayRange, today: string): DayRange =>
  around(shiftDays(around(today).from ?? today, -1));

/** The days that an operator without a date of its own means on a day (`YYYY-MM-DD`, Asia/Shanghai); null for the others. */
export function relativeDays(op: Operator, count: number, today: string): DayRange | null {
  switch (op) {
    case 'thisWeek':
      return thisWeek(today);
    case 'thisMonth':
      return thisMonth(today);
    case 'thisQuarter':
      return thisQuarter(today);
    case 'thisYear':
      return thisYear(today);
    case 'lastWeek':
      return previous(thisWeek, today);
    case 'lastMonth':
      return previous(thisMonth, today);
    case 'lastQuarter':
      return previous(thisQuarter, today);
    case 'lastYear':
      return previous(thisYear, today);
    case 'lastDays':
      return { from: shiftDays(today, 1 - count), to: today };
    case 'nextDays':
      return { from: shiftDays(today, 1), to: shiftDays(today, count) };
    case 'lastMonths':
      return since(today, count, 'month');
    case 'lastYears':
      return since(today, count, 'year');
    default:
      return null;
  }
}

/** Does an operator mean other days on another day? */
export const followsToday = (op: Operator): boolean => relativeDays(op, 1, '2000-01-01') !== null;

/** The days from the first of one date text to the last of another: `2019` to `2019-06` is 2019-01-01 to 2019-06-30. */
export const daysFromTo = (from: string | undefined, to: string | undefined): DayRange => ({
  ...(from !== undefined && { from: firstDay(from) }),
  ...(to !== undefined && { to: lastDay(to) }),
});

/** The days before the first day that a date text names, or after the last. */
export const daysBefore = (text: string): DayRange => ({ to: shiftDays(firstDay(text), -1) });
export const daysAfter = (text: string): DayRange => ({ from: shiftDays(lastDay(text), 1) });

/** The last first-of-month and first-of-year whose whole month and year end by a day. */
export function wholePeriodsBy(day: string): { readonly month: string; readonly year: string } {
  const next = dayjs.utc(day).add(1, 'day');
  return {
    month: next.startOf('month').subtract(1, 'month').format(DAY),
    year: next.startOf('year').subtract(1, 'year').format(DAY),
  };
}

const startOfDay = (day: string): string =>
  day === 'infinity' ? day : format(dayjs.utc(day).subtract(SHANGHAI_OFFSET_HOURS, 'hour'), INSTANT);

/** Days of Asia/Shanghai as instants. */
export function instantsOfDays(days: DayRange): InstantRange {
  return {
    ...(days.from !== undefined && { from: startOfDay(days.from) }),
    ...(days.to !== undefined && { until: startOfDay(shiftDays(days.to, 1)) }),
  };
}

/** What a date or an instant text names, down to the minute, second or fraction that it is written with. */
export function instantsOf(text: string): Required<InstantRange> {
  if (isDateText(text)) return instantsOfDays(daysFromTo(text, text)) as Required<InstantRange>;
  const from = fullInstant(text);
  const [amount, unit] = text.length === 17 ? ([1, 'minute'] as const) : instantStep(text);
  return { from, until: format(dayjs.utc(from).add(amount, unit), INSTANT) };
}

function instantStep(text: string): readonly [number, 'second' | 'millisecond'] {
  // `…:SSZ` is 20 long; each digit behind the point makes the step ten times smaller.
  return text.length === 20 ? [1, 'second'] : [10 ** (24 - text.length), 'millisecond'];
}
