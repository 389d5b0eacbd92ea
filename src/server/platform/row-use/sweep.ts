import { DAY_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Db } from '#server/db/database.ts';
import { deleteUseBefore, deleteVisitorUseBefore } from './queries.ts';

/** More days than say what an account is used to. */
const KEPT_DAYS = 40;

/** Removes old counts; of visitors those of all days before. Several processes may do this at once. */
export async function sweepRowUse(db: Db, now: Date): Promise<void> {
  await deleteUseBefore(db, shanghaiDay(new Date(now.getTime() - KEPT_DAYS * DAY_MS)));
  await deleteVisitorUseBefore(db, shanghaiDay(now));
}
