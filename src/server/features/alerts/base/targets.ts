import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Db } from '#server/db/database.ts';
import type { SubscriptionRow } from './queries.ts';
import { SOURCES } from './sources.ts';
import type { Seeing, Target } from './trial.ts';

/** What subscriptions are to, by their ids; those whose target is gone are left out. */
export async function targetsOf(
  db: Db,
  catalog: Catalog,
  rows: readonly SubscriptionRow[],
  accountId: string,
  seeing?: Seeing,
): Promise<ReadonlyMap<string, Target>> {
  const found = new Map<string, Target>();
  for (const [key, some] of Map.groupBy(rows, (row) => `${row.source} ${row.object_api_name}`)) {
    const [first] = some;
    const object = first && catalog.find(first.object_api_name);
    if (!object || key === '') continue;
    const ids = some.map((row) => row.target_id);
    const targets = await SOURCES[first.source].targets(db, object, ids, accountId, seeing);
    for (const row of some) {
      const target = targets.get(row.target_id);
      if (target) found.set(row.id, target);
    }
  }
  return found;
}
