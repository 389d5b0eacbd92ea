import type { PeriodUnit } from '#schemas/metadata/detail.ts';
import { lastDay } from '#generators/field-types/date.ts';
import { addDays, daysFrom } from '#shared/time/days.ts';

/** Units that are whole months. */
type MonthsUnit = Exclude<PeriodUnit, 'week'>;
/** Months in a period of each of them. */
const MONTHS: Readonly<Record<MonthsUnit, number>> = { year: 12, quarter: 3, month: 1 };
const WEEK = 7;
/** A Monday from which weeks are numbered. */
const FIRST_MONDAY = '1600-01-03';

/**
 * Months after its end until what happened in a period counts as collected. Deals become known late: about a fifth of
 * them within their own quarter and seven in ten after a year, so that without a mark every chart would end in a fall
 * that never happened. Half a year is where what is still missing no longer turns the direction of a line.
 */
const REPORTING_LAG_MONTHS = 6;

/** Days from the first Monday to that of a week by its ISO number: the week of the fourth of January is the first of its year. */
function mondayOf(key: string): number {
  const fourth = daysFrom(FIRST_MONDAY, `${key.slice(0, 4)}-01-04`);
  return fourth - (fourth % WEEK) + (Number(key.slice(5)) - 1) * WEEK;
}

const dayAt = (days: number): string => addDays(FIRST_MONDAY, days);

/** The week of a Monday: its year is that of its Thursday. */
function weekAt(monday: number): string {
  const year = dayAt(monday + 3).slice(0, 4);
  const number = (monday - mondayOf(`${year}W01`)) / WEEK + 1;
  return `${year}W${String(number).padStart(2, '0')}`;
}

/** The period for a number of periods since year 0, of weeks since the first Monday: `2024`, `2024Q3`, `2024-07`, `2024W31`. */
function keyAt(index: number, unit: PeriodUnit): string {
  if (unit === 'week') return weekAt(index * WEEK);
  const perYear = 12 / MONTHS[unit];
  const year = String(Math.floor(index / perYear)).padStart(4, '0');
  const part = (index % perYear) + 1;
  if (unit === 'year') return year;
  return unit === 'quarter' ? `${year}Q${part}` : `${year}-${String(part).padStart(2, '0')}`;
}

function indexOf(key: string, unit: PeriodUnit): number {
  if (unit === 'week') return mondayOf(key) / WEEK;
  const part = unit === 'year' ? 1 : Number(key.slice(5));
  return (Number(key.slice(0, 4)) * 12) / MONTHS[unit] + part - 1;
}

/** Every period from the first to the last, at most the newest `limit` of them. */
export function periodsBetween(first: string, last: string, unit: PeriodUnit, limit: number): string[] {
  const end = indexOf(last, unit);
  const start = Math.max(indexOf(first, unit), end - limit + 1);
  return Array.from({ length: end - start + 1 }, (_, step) => keyAt(start + step, unit));
}

/** Days of a period: the first and the last, as `YYYY-MM-DD`. */
export function daysOfPeriod(key: string, unit: PeriodUnit): { readonly from: string; readonly to: string } {
  if (unit === 'week') return { from: dayAt(mondayOf(key)), to: dayAt(mondayOf(key) + WEEK - 1) };
  const month = unit === 'month' ? Number(key.slice(5)) : unit === 'quarter' ? Number(key.slice(5)) * 3 : 12;
  const text = (number: number) => `${key.slice(0, 4)}-${String(number).padStart(2, '0')}`;
  return { from: `${text(month - MONTHS[unit] + 1)}-01`, to: lastDay(text(month)) };
}

/** Is a period so fresh on a day (`YYYY-MM-DD`, Asia/Shanghai) that much of what happened in it is not known yet? */
export function isIncomplete(key: string, unit: PeriodUnit, today: string): boolean {
  const end = daysOfPeriod(key, unit).to;
  const collected = keyAt(indexOf(end.slice(0, 7), 'month') + REPORTING_LAG_MONTHS, 'month');
  return lastDay(collected) > today;
}

/** How a period is written: `2024年`, `2024年三季度`, `2024年7月`, `2024年第31周`. */
export function periodLabel(key: string, unit: PeriodUnit): string {
  const year = `${Number(key.slice(0, 4))}年`;
  if (unit === 'year') return year;
  const part = Number(key.slice(5));
  if (unit === 'week') return `${year}第${part}周`;
  return unit === 'quarter' ? `${year}${'一二三四'.charAt(part - 1)}季度` : `${year}${part}月`;
}
