/** Milliseconds of a minute. */
export const MINUTE_MS = 60_000;

/** Milliseconds of an hour. */
export const HOUR_MS = 60 * MINUTE_MS;

/** Milliseconds of a day. China keeps one offset all year, so that every day of its clocks has as many. */
export const DAY_MS = 24 * HOUR_MS;

/** Seconds of a day. */
export const DAY_SECONDS = DAY_MS / 1000;

/** Seconds of 365 days, as long as a cookie or a file that never changes is kept. */
export const YEAR_SECONDS = 365 * DAY_SECONDS;
