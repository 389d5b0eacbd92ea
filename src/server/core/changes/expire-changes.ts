import { Failure } from '#shared/errors.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import type { Db } from '#server/db/database.ts';
import { expireChanges } from './queries.ts';

/** For so many days changes are kept where nothing else is set: a follower may be away over a holiday. */
const DEFAULT_DAYS = 30;
const MOST_DAYS = 3650;

/** The setting CHANGE_LOG_DAYS. @throws Failure naming it where it is no whole number of days. */
export function changeLogDays(setting: string | undefined): number {
  if (setting === undefined || setting === '') return DEFAULT_DAYS;
  const days = Number(setting);
  if (Number.isInteger(days) && days >= 1 && days <= MOST_DAYS) return days;
  throw new Failure('UNAVAILABLE', `CHANGE_LOG_DAYS 应为 1 到 ${MOST_DAYS} 的整数，现在是“${setting.slice(0, 40)}”`);
}

/** Removes the changes that were written more than so many days ago. */
export async function expireOldChanges(db: Db, now: Date, days: number): Promise<void> {
  const before = new Date(now.getTime() - days * DAY_MS);
  while (await expireChanges(db, before));
}
