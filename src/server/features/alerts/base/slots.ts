import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/durations.ts';
import { SHANGHAI_OFFSET_HOURS, shanghaiDay, startOfShanghaiDay } from '#shared/time/shanghai.ts';

/** When an account wants to be reached. Hours of Asia/Shanghai. */
export interface Times {
  readonly hour: number;
  readonly quiet_from: number;
  readonly quiet_to: number;
  readonly weekends: boolean;
}

/** Alerts that are sent at once are gathered for so long after one was sent. */
export const GATHER_MS = 10 * MINUTE_MS;
const WEEK = 7;
const SATURDAY = 6;

const hourOf = (at: Date): number => new Date(at.getTime() + SHANGHAI_OFFSET_HOURS * HOUR_MS).getUTCHours();
/** 0 is Sunday. */
const weekday = (at: Date): number => new Date(at.getTime() + SHANGHAI_OFFSET_HOURS * HOUR_MS).getUTCDay();
const isWeekend = (at: Date): boolean => weekday(at) === 0 || weekday(at) === SATURDAY;
const plus = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds);
const atHour = (day: Date, hour: number): Date => plus(startOfShanghaiDay(shanghaiDay(day)), hour * HOUR_MS);

function isQuiet(hour: number, { quiet_from: from, quiet_to: to }: Times): boolean {
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
}

/** The next moment that is neither in the quiet hours nor on a weekend that is left out. */
function outsideQuiet(now: Date, times: Times): Date {
  let at = now;
  while ((!times.weekends && isWeekend(at)) || isQuiet(hourOf(at), times)) at = plus(atHour(at, hourOf(at)), HOUR_MS);
  return at;
}

function nextHour(now: Date, times: Times, isDay: (at: Date) => boolean): Date {
  let at = atHour(now, times.hour);
  while (at <= now || !isDay(at)) at = plus(at, DAY_MS);
  return at;
}

/** When something that happens now is sent; undefined where it is seen on the pages alone. */
export function dueAt(frequency: 'now' | 'daily' | 'weekly' | 'site', times: Times, now: Date): Date | undefined {
  if (frequency === 'site') return undefined;
  if (frequency === 'now') return outsideQuiet(now, times);
  if (frequency === 'weekly') return nextHour(now, times, (at) => weekday(at) % WEEK === 1);
  return nextHour(now, times, (at) => times.weekends || !isWeekend(at));
}
