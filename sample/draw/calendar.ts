import { addDays, daysFrom } from '#shared/time/days.ts';
import { between, chance, type Random } from './random.ts';

/** A day from `first` to `last`, both included. */
export const dayBetween = (random: Random, first: string, last: string): string =>
  addDays(first, between(random, 0, Math.max(0, daysFrom(first, last))));

/** The day of which sometimes only the month or the year is known. */
export function partlyKnown(random: Random, day: string, monthOnly: number, yearOnly: number): string {
  if (chance(random, yearOnly)) return day.slice(0, 4);
  return chance(random, monthOnly) ? day.slice(0, 7) : day;
}
