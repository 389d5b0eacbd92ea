import type { PeriodUnit } from '#schemas/metadata/detail.ts';
import { lastDay } from '#generators/field-types/date.ts';

/** Months in a period of each unit. */
const MONTHS: Readonly<Record<PeriodUnit, number>> = { year: 12, quarter: 3, month: 1 };

/**
 * Months after its end until what happened in a period counts as collected. Deals become known late: about a fifth of
 * them within their own quarter and seven in ten after a year, so that without a mark every chart would end in a fall
 * that never happened. Half a year is where what is still missing no longer turns the direction of a line.
 */
const REPORTING_LAG_MONTHS = 6;

/** The period for a number of periods since year 0: `2024`, `2024Q3`, `2024-07`. */
function keyAt(index: number, unit: PeriodUnit): string {
  const perYear = 12 / MONTHS[unit];
  const year = String(Math.floor(index / perYear)).padStart(4, '0');
  const part = (index % perYear) + 1;
  if (unit === 'year') return year;
  return unit === 'quarter' ? `${year}Q${part}` : `${year}-${String(part).padStart(2, '0')}`;
}

function indexOf(key: string, unit: PeriodUnit): number {
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

/** How a period is written: `2024年`, `2024年三季度`, `2024年7月`. */
export function periodLabel(key: string, unit: PeriodUnit): string {
  const year = `${Number(key.slice(0, 4))}年`;
  if (unit === 'year') return year;
  const part = Number(key.slice(5));
  return unit === 'quarter' ? `${year}${'一二三四'.charAt(part - 1)}季度` : `${year}${part}月`;
}
