import { DAY_MS } from './durations.ts';

/** The day (YYYY-MM-DD) that is `days` later, or earlier when negative; a fraction of a day is rounded. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + Math.round(days) * DAY_MS).toISOString().slice(0, 10);

/** The days from one day to another (both YYYY-MM-DD), negative when `to` comes first. */
export const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;
