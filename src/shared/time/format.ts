import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { SHANGHAI_OFFSET_HOURS } from './shanghai.ts';

// Apart from shanghai.ts, so that screens of a first visit do without dayjs.
dayjs.extend(utc);

/** What clocks show in Asia/Shanghai at an instant, in a format of dayjs; `Invalid Date` for what is no instant. */
export const formatShanghai = (at: Date | string | number, format: string): string =>
  dayjs.utc(at).utcOffset(SHANGHAI_OFFSET_HOURS).format(format);

/** A day (YYYY-MM-DD) in a format of dayjs. */
export const formatDay = (day: string, format: string): string => dayjs.utc(day).format(format);
