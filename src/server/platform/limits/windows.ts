import { DAY_MS } from '#shared/time/durations.ts';
import { shanghaiDay, startOfShanghaiDay } from '#shared/time/shanghai.ts';

/** At most `max` times within the last `seconds`, or, where those are 'day', on one day of Asia/Shanghai. */
export interface Window {
  readonly seconds: number | 'day';
  readonly max: number;
}

/** Milliseconds since 1970 at which the day of an instant began in Asia/Shanghai. */
const dayStart = (at: number): number => startOfShanghaiDay(shanghaiDay(new Date(at))).getTime();

/** How far back a window of any kind can reach. */
export const LONGEST_WINDOW_MS = DAY_MS;

/**
 * Seconds until something may be done again that was done at `times` (milliseconds since 1970, oldest first); 0 when it may
 * be done now.
 */
export function secondsToWait(times: readonly number[], windows: readonly Window[], now: number): number {
  const waits = windows.map(({ seconds, max }) => {
    const start = seconds === 'day' ? dayStart(now) : now - seconds * 1000 + 1;
    const within = times.filter((time) => time >= start);
    const oldestThatCounts = within.at(-max);
    if (within.length < max || oldestThatCounts === undefined) return 0;
    return (seconds === 'day' ? start + DAY_MS : oldestThatCounts + seconds * 1000) - now;
  });
  return Math.ceil(Math.max(0, ...waits) / 1000);
}

/** When to try again, in words: 请 48 秒后再试. */
export function whenToTryAgain(seconds: number, now: Date): string {
  if (seconds <= 60) return `请 ${seconds} 秒后再试`;
  if (seconds <= 3600) return `请 ${Math.ceil(seconds / 60)} 分钟后再试`;
  const isToday = dayStart(now.getTime() + seconds * 1000) === dayStart(now.getTime());
  return isToday ? `请 ${Math.ceil(seconds / 3600)} 小时后再试` : '请明天再试';
}
