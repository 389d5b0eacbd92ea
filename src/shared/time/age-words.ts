import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

/** How long something has lasted, in words: `不到 1 分钟`, `5 分钟`, `3 小时`, `12 天`; `age` in milliseconds. */
export function ageWords(age: number): string {
  if (age < MINUTE_MS) return '不到 1 分钟';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} 分钟`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} 小时`;
  return `${Math.floor(age / DAY_MS)} 天`;
}

/** How long ago something was, in words: `刚刚`, `5 分钟前`; `age` in milliseconds. */
export const agoWords = (age: number): string => (age < MINUTE_MS ? '刚刚' : `${ageWords(age)}前`);
