import type { Db } from '#server/db/database.ts';
import type { DerivedObject } from '#server/core/derived/changes.ts';
import { isLed, isTurnKey, turnKey, turnOf } from '#server/core/derived/plan.ts';
import { type Mark, markLed, type TakenMark } from '#server/core/derived/queries.ts';
import { ledQuestion } from './source-records.ts';

/** Is a mark one of a record that homes are still to be found behind? */
export const isTurn = ({ groupKey }: Pick<Mark, 'groupKey'>): boolean => isTurnKey(groupKey);

/**
 * Marks the homes behind records that were marked where a group turns, and gives those marks. Records in between that are
 * being moved meanwhile mark their homes themselves, before and after. A group that is gone needs nothing any more.
 */
export async function leadOn(trx: Db, object: DerivedObject, marks: readonly TakenMark[]): Promise<Mark[]> {
  const led: Mark[] = [];
  const turning = [...object.readBy, ...object.ledBy].filter(isLed);
  for (const group of new Set(turning.filter((one) => turnOf(one).apiName === object.apiName))) {
    const own = marks.filter(({ groupKey }) => groupKey === turnKey(group));
    if (own.length === 0) continue;
    const about = { objectApiName: group.home.apiName, groupKey: group.key };
    led.push(...(await markLed(trx, about, ledQuestion(group, own))));
  }
  return led;
}
