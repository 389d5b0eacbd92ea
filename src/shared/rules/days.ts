import { isDateTimeText } from '#generators/field-types/date-time.ts';
import { firstDay, isDateText } from '#generators/field-types/date.ts';
import { SHANGHAI_OFFSET_HOURS } from '#shared/time/shanghai.ts';

/** Days since 0000-03-01 of a proleptic Gregorian day, so that a leap day ends its year. */
function dayNumber(day: string): number {
  const month = Number(day.slice(5, 7));
  const year = Number(day.slice(0, 4)) - (month <= 2 ? 1 : 0);
  const monthsSinceMarch = (month + 9) % 12;
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  return year * 365 + leapDays + Math.floor((monthsSinceMarch * 153 + 2) / 5) + Number(day.slice(8, 10)) - 1;
}

const pad = (part: number): string => String(part).padStart(2, '0');

/** The day after a day that exists. */
function nextDay(day: string): string {
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))];
  const candidates = [`${day.slice(0, 8)}${pad(date + 1)}`, `${day.slice(0, 5)}${pad(month + 1)}-01`];
  return candidates.find(isDateText) ?? `${year + 1}-01-01`;
}

/**
 * The day of a date or an instant. A month or a year counts from its first day; an instant, which travels in UTC, falls
 * on the day it has in Asia/Shanghai. Undefined when the text is neither.
 */
export function dayOf(text: string): string | undefined {
  if (isDateText(text)) return firstDay(text);
  if (!isDateTimeText(text)) return undefined;
  return Number(text.slice(11, 13)) < 24 - SHANGHAI_OFFSET_HOURS ? text.slice(0, 10) : nextDay(text.slice(0, 10));
}

/** Whole days from `from` to `to`, negative when `to` comes first; undefined when either is no date. */
export function daysBetween(from: string, to: string): number | undefined {
  const [start, end] = [dayOf(from), dayOf(to)];
  return start !== undefined && end !== undefined ? dayNumber(end) - dayNumber(start) : undefined;
}

const MONTHS_OF_YEAR = 12;
/** Days and months that a day is moved by, at most: more leaves the calendar in any case. */
const MOST_DAYS = 4_000_000;

/** The day of a number that `dayNumber` gives. */
function dayAt(number: number): string | undefined {
  const era = Math.floor(number / 146_097);
  const ofEra = number - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthsSinceMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = monthsSinceMarch < 10 ? monthsSinceMarch + 3 : monthsSinceMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return written(year, month, ofYear - Math.floor((153 * monthsSinceMarch + 2) / 5) + 1);
}

function written(year: number, month: number, day: number): string | undefined {
  const text = `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
  return isDateText(text) ? text : undefined;
}

/** The day so many days later, or earlier for a negative count; undefined beyond the calendar. */
export const addDays = (day: string, count: number): string | undefined =>
  Math.abs(count) > MOST_DAYS ? undefined : dayAt(dayNumber(day) + count);

/** The same day so many months later; the last day of a month that is shorter. Undefined beyond the calendar. */
export function addMonths(day: string, count: number): string | undefined {
  if (Math.abs(count) > MOST_DAYS) return undefined;
  const months = Number(day.slice(0, 4)) * MONTHS_OF_YEAR + Number(day.slice(5, 7)) - 1 + count;
  const [year, month] = [Math.floor(months / MONTHS_OF_YEAR), (months % MONTHS_OF_YEAR) + 1];
  const wanted = Number(day.slice(8, 10));
  return [wanted, 30, 29, 28].filter((date) => date <= wanted).flatMap((date) => written(year, month, date) ?? [])[0];
}

/** Whole months from `from` to `to`, negative when `to` comes first; undefined when either is no date. */
export function monthsBetween(from: string, to: string): number | undefined {
  const [start, end] = [dayOf(from), dayOf(to)];
  if (start === undefined || end === undefined) return undefined;
  if (end < start) return -wholeMonths(end, start) + 0;
  return wholeMonths(start, end);
}

/** A month is whole when the day comes round again, or the last day of a shorter month. */
function wholeMonths(start: string, end: string): number {
  const months =
    (Number(end.slice(0, 4)) - Number(start.slice(0, 4))) * MONTHS_OF_YEAR +
    Number(end.slice(5, 7)) -
    Number(start.slice(5, 7));
  const reached = addMonths(start, months);
  return reached !== undefined && reached <= end ? months : months - 1;
}
