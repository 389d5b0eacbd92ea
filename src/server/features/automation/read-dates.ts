import { shanghaiDay } from '#shared/time/shanghai.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import type { AutomationDeps } from './base.ts';
import { insertRuns, type NewRun, reachedDates } from './queries.ts';
import { usableRules } from './read-changes.ts';

/** So many days late a date still counts as reached: as long as an installation may have been off. */
const LATE_DAYS = 7;

const moved = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Keeps a run for each record whose date a rule waits for, once for each value of it. */
export async function readDates(deps: AutomationDeps, signal?: AbortSignal): Promise<void> {
  const { db } = deps.database;
  const today = shanghaiDay(deps.now());
  for (const rule of await usableRules(deps)) {
    const { dateField, object, values } = rule;
    if (!dateField) continue;
    const offset = values.dayOffset ?? 0;
    const oldest = moved(today, -LATE_DAYS);
    const first = rule.saved.day > oldest ? rule.saved.day : oldest;
    const asked = { automation: rule.id, from: moved(first, -offset), to: moved(today, -offset) };
    for (let isMore = true; isMore && !signal?.aborted;) {
      const found = await reachedDates(db, object.table, dateField, asked);
      const runs = found.map(({ id, value }): NewRun => ({
        automation: rule.id,
        title: rule.title,
        object: object.apiName,
        record: id,
        cause: `date:${value}`,
        depth: 1,
        state: 'due',
        outcome: '',
      }));
      await insertRuns(db, runs, deps.now());
      deps.between?.('dates kept');
      isMore = runs.length > 0;
    }
  }
}
