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
