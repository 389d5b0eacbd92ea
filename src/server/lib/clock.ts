const SHANGHAI_OFFSET_MS = 8 * 3600 * 1000;

/** The day it is in Asia/Shanghai at an instant, as YYYY-MM-DD. China keeps one offset all year. */
export function shanghaiDay(at: Date): string {
  return new Date(at.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 10);
}
