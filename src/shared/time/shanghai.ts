import { HOUR_MS } from './durations.ts';

/** Hours that clocks of Asia/Shanghai are ahead of UTC. China keeps one offset all year. */
export const SHANGHAI_OFFSET_HOURS = 8;

const SUFFIX = `+${String(SHANGHAI_OFFSET_HOURS).padStart(2, '0')}:00`;

/** What clocks show in Asia/Shanghai at an instant, as YYYY-MM-DD HH:mm:ss. */
export const shanghaiTime = (at: Date): string =>
  new Date(at.getTime() + SHANGHAI_OFFSET_HOURS * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ');

/** The day it is in Asia/Shanghai at an instant, as YYYY-MM-DD. */
export const shanghaiDay = (at: Date): string => shanghaiTime(at).slice(0, 10);

/** The instant at which clocks of Asia/Shanghai show YYYY-MM-DDTHH:mm; an invalid Date for a time that does not exist. */
export const shanghaiInstant = (local: string): Date => new Date(`${local}:00.000${SUFFIX}`);

/** The instant at which a day (YYYY-MM-DD) begins in Asia/Shanghai; an invalid Date for a day that does not exist. */
export const startOfShanghaiDay = (day: string): Date => shanghaiInstant(`${day}T00:00`);
