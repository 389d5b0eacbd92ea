import { daysFrom } from '#shared/time/days.ts';

const DAYS_OF_MONTH = 365.25 / 12;
/** The day that has weight 1. Any other would do: only ratios of weights are ever used. */
const EPOCH = daysFrom('1970-01-01', '2010-01-01');
/** Weights are whole multiples of this, so that sums of them are exact: the order of arrival changes nothing. */
const QUANTUM = 2 ** -16;

/** Days since 1970, which is how this room counts days. */
export type DayNumber = number;

/** The number of a day (YYYY-MM-DD); of a month or a year, which are known in part, the middle. */
export function dayNumber(text: string): DayNumber {
  const [year = '', month, day] = text.split('-');
  if (day !== undefined) return daysFrom('1970-01-01', text);
  const from = daysFrom('1970-01-01', `${year}-${month ?? '01'}-01`);
  return Math.floor(from + (month === undefined ? 365 : DAYS_OF_MONTH) / 2);
}

export const monthsBetween = (from: DayNumber, to: DayNumber): number => (to - from) / DAYS_OF_MONTH;

/** What a deal of this day weighs among others, now and at any later time: it is never decayed again. */
export const forwardWeight = (on: DayNumber, halfLife: number): number => 2 ** (monthsBetween(EPOCH, on) / halfLife);

export const quantized = (weight: number): number => Math.round(weight / QUANTUM) * QUANTUM;
