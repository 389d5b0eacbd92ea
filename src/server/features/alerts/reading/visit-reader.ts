import type { Database, Db } from '#server/db/database.ts';
import { dueAt } from '#server/features/alerts/base/slots.ts';
import { VISITOR } from '#server/features/alerts/base/visitors-source.ts';
import { readOn, type Step } from './claimed.ts';
import { insertHits, type NewHit } from './queries.ts';
import { moveVisits, nextVisits, type VisitedDay, visitedDays, visitsRead } from './visit-queries.ts';

interface VisitReaderDeps {
  readonly database: Pick<Database, 'db'>;
  readonly now: () => Date;
}

/** Visits that are read in one transaction. */
const AT_ONCE = 500;

/**
 * Reads visits on and keeps, for those who subscribe to the visitors of a company, who came for the first time or on another
 * day. Whom they may know of is judged when it is sent or shown, as the list of visitors does.
 */
export async function readVisits({ database, now }: VisitReaderDeps, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await readOn(database.db, (trx) => readSome(trx, now()))) === 'more');
}

async function readSome(trx: Db, now: Date): Promise<Step> {
  const read = await visitsRead(trx);
  const visits = await nextVisits(trx, read, AT_ONCE);
  const last = visits.at(-1);
  if (!last) return 'done';
  const days = await visitedDays(trx, read, last);
  await insertHits(
    trx,
    days.map((day) => hitOf(day, now)),
    now,
  );
  await moveVisits(trx, last);
  return visits.length === AT_ONCE ? 'more' : 'done';
}

/** Of a visitor who does not say who it is the list tells the day alone: what is sent at once would give the moment away. */
function hitOf(day: VisitedDay, now: Date): NewHit {
  const frequency = day.frequency === 'now' && !day.is_open ? 'daily' : day.frequency;
  return {
    subscription: day.subscription,
    object: VISITOR,
    record: day.visitor,
    kind: day.is_first ? 'entered' : 'changed',
    xid: day.xid,
    fields: day.is_first ? [] : ['lastOn'],
    event: day.day,
    seen: day.first_at,
    late: false,
    due: dueAt(frequency, day, now)?.toISOString() ?? null,
  };
}
