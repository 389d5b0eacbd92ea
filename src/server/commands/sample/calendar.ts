import { between, chance, type Random } from './random.ts';

const DAY_MILLISECONDS = 86_400_000;

/** The day so many days later, or earlier when negative. Days are YYYY-MM-DD. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + Math.round(days) * DAY_MILLISECONDS).toISOString().slice(0, 10);

/** Days from one day to another, negative when `to` comes first. */
export const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS;

/** A day from `first` to `last`, both included. */
export const dayBetween = (random: Random, first: string, last: string): string =>
  addDays(first, between(random, 0, Math.max(0, daysFrom(first, last))));

/** The day of which sometimes only the month or the year is known. */
export function partlyKnown(random: Random, day: string, monthOnly: number, yearOnly: number): string {
  if (chance(random, yearOnly)) return day.slice(0, 4);
  return chance(random, monthOnly) ? day.slice(0, 7) : day;
}
