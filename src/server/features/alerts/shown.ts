import type { Subscription } from '#schemas/api/alerts.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { rowsFor } from '#server/core/lists/rows-of.ts';
import type { Db } from '#server/db/database.ts';
import type { SubscriptionRow } from './base/queries.ts';
import { targetsOf } from './base/targets.ts';
import { freshCounts } from './queries.ts';

interface ShownDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly now: () => Date;
}

/** Subscriptions as their owner reads them. */
export async function shownSubscriptions(
  { db, catalog, now }: ShownDeps,
  rows: readonly SubscriptionRow[],
  actor: Member,
): Promise<Subscription[]> {
  const targets = await targetsOf(db, catalog, rows, actor.id, { rowsOf: rowsFor(actor), today: shanghaiDay(now()) });
  const fresh = await freshCounts(db, actor.id);
  // Changes of records that the user does not see are among what is fresh: their number would tell of them.
  const isLimited = (name: string) => {
    const object = catalog.find(name);
    return object !== undefined && rowsFor(actor)(object) !== undefined;
  };
  return rows.map((row) => ({
    id: row.id,
    source: row.source,
    objectApiName: row.object_api_name,
    objectLabel: catalog.find(row.object_api_name)?.definition.label ?? row.object_api_name,
    targetId: row.target_id,
    name: targets.get(row.id)?.name ?? '（已删除）',
    link: targets.get(row.id)?.link ?? '',
    kinds: [...row.kinds],
    fields: [...row.fields],
    frequency: row.frequency,
    mail: row.mail,
    webhook: row.webhook,
    paused: row.paused ?? (targets.has(row.id) ? null : GONE),
    view: row.current === null ? 'current' : row.declined && row.offered === row.current ? 'kept' : 'changed',
    fresh: isLimited(row.object_api_name) ? 0 : (fresh.get(row.id) ?? 0),
    createdAt: new Date(row.created_at).toISOString(),
    version: row.version,
  }));
}

const GONE = '订阅的内容已删除，或不再对您开放';
