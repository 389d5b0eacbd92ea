import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Db } from '#server/db/database.ts';
import { runText } from '#server/db/prepared.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { DerivedGroup, RollupGroup } from './plan.ts';
import { dayOf, moveDay } from './queries.ts';
import { movedQuestion } from './finding/source-records.ts';
import { endPins } from './stated-queries.ts';

const isDaily = (group: DerivedGroup): group is RollupGroup => group.kind === 'rollup' && group.isDaily;

/** Remembers that the groups of an object are being worked out for a day, where none is remembered. */
export async function beginDays(trx: Db, groups: readonly DerivedGroup[], now: Date): Promise<void> {
  for (const { key } of groups.filter(isDaily)) await dayOf(trx, key, shanghaiDay(now));
}

/**
 * Marks the records whose roll-ups have become others because a day has passed: last year's deals are fewer today, though
 * nothing was written, or a value was pinned until then. Several processes may call it at once; true where something was marked.
 */
export async function passDay(db: Db, catalog: Catalog, now: Date): Promise<boolean> {
  const today = shanghaiDay(now);
  let hasMarked = await endPins(db, today);
  for (const group of catalog.storedObjects.flatMap(({ groups }) => groups.filter(isDaily))) {
    const marked = await db.transaction().execute(async (trx) => {
      const before = await dayOf(trx, group.key, today);
      if (before >= today) return 0;
      const { text, values } = movedQuestion(group, today, before);
      const rows = await runText<{ id: string }>(
        trx,
        `insert into derived_mark (object_api_name, group_key, record_id, cause)
         select $${values.length + 1}::text, $${values.length + 2}::text, m.id, $${values.length + 3}::text
         from (${text}) m returning record_id as id`,
        [...values, group.home.apiName, group.key, today],
      );
      await moveDay(trx, group.key, today);
      return rows.length;
    });
    hasMarked ||= marked > 0;
  }
  return hasMarked;
}
