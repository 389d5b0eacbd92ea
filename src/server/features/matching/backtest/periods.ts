import { dayNumber, type DayNumber } from '#shared/matching/clock.ts';
import { addDays } from '#shared/time/days.ts';

/** Days (YYYY-MM-DD), both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

interface Slice {
  readonly name: string;
  readonly from: DayNumber;
  readonly to: DayNumber;
}

/** The period in whole months of the calendar, or several of them; the first and the last may be parts. */
function slicesOf({ from, to }: Period, months: number): Slice[] {
  const slices: Slice[] = [];
  for (let start = from; start <= to;) {
    const [year = 0, month = 1] = start.split('-').map(Number);
    const into = (month - 1) % months;
    const next = new Date(Date.UTC(year, month - 1 - into + months, 1)).toISOString().slice(0, 10);
    const end = addDays(next, -1);
    slices.push({ name: start.slice(0, 7), from: dayNumber(start), to: dayNumber(end < to ? end : to) });
    start = next;
  }
  return slices;
}

export const monthsOf = (period: Period): Slice[] => slicesOf(period, 1);
export const quartersOf = (period: Period): Slice[] => slicesOf(period, 3);
