const SHANGHAI_OFFSET_MS = 8 * 3600 * 1000;

/** The day it is in Asia/Shanghai at an instant, as YYYY-MM-DD. China keeps one offset all year. */
export function shanghaiDay(at: Date): string {
  return new Date(at.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 10);
}

/** The instant at which a day (YYYY-MM-DD) begins in Asia/Shanghai; an invalid Date for a day that does not exist. */
export const startOfShanghaiDay = (day: string): Date => new Date(`${day}T00:00:00.000+08:00`);

/** What clocks show in Asia/Shanghai at an instant, as YYYY-MM-DD HH:mm:ss. */
export function shanghaiTime(at: Date): string {
  return new Date(at.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}
