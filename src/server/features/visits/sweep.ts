import { VISIT_DAYS } from '#schemas/api/visits.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Db } from '#server/db/database.ts';
import { deleteBefore } from './queries.ts';

/** Deletes visits that are no longer kept. Several processes may do this at once. */
export async function sweepVisits(db: Db, now: Date): Promise<void> {
  const first = shanghaiDay(new Date(now.getTime() - (VISIT_DAYS - 1) * DAY_MS));
  while ((await deleteBefore(db, first)) > 0);
}
