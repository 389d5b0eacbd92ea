import { sql } from 'kysely';
import { quote } from '#generators/storage.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { Db } from '#server/db/database.ts';
import type { Subscribed } from './trial.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Names of saved views that an account may open. */
export async function viewNames(db: Db, ids: readonly string[], accountId: string): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id::text, name from saved_view
    where id = any(${[...ids]}::bigint[]) and removed_at is null
      and (sharing <> 'private' or owner_id = ${accountId}::bigint)`.execute(db);
  return rows;
}

/** What a saved view shows, for an account that may open it; null where it may not. */
export async function viewState(
  db: Db,
  { objectApiName, targetId }: { readonly objectApiName: string; readonly targetId: string },
  accountId: string,
): Promise<string | null> {
  const { rows } = await sql<{ state: string }>`
    select state from saved_view where id = ${targetId}::bigint and object_api_name = ${objectApiName}
      and removed_at is null and (sharing <> 'private' or owner_id = ${accountId}::bigint)`.execute(db);
  return rows[0]?.state ?? null;
}

/** Names of records that are there. */
export async function recordNames(
  db: Db,
  { table, definition }: CatalogObject,
  ids: readonly string[],
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id::text, coalesce(${sql.raw(quote(definition.nameField))}::text, '') as name
    from ${sql.table(table)} where id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/** A subscription, with what its account and its view say today. */
export interface SubscriptionRow extends Subscribed {
  readonly frequency: 'now' | 'daily' | 'weekly' | 'site';
  readonly mail: boolean;
  readonly baseline: string;
  readonly seen_hit: string;
  readonly paused: string | null;
  readonly version: number;
  readonly created_at: string;
  readonly hour: number;
  readonly quiet_from: number;
  readonly quiet_to: number;
  readonly weekends: boolean;
}

const ROWS = sql`
  select s.id::text, s.account_id::text, s.source, s.object_api_name, s.target_id::text, s.kinds, s.fields, s.frequency,
    s.mail, s.baseline::text, s.seen_hit::text, s.paused, s.version, s.created_at, v.state,
    coalesce(a.hour, 9) as hour, coalesce(a.quiet_from, 22) as quiet_from, coalesce(a.quiet_to, 8) as quiet_to,
    coalesce(a.weekends, true) as weekends
  from alert_subscription s
  left join alert_account a on a.account_id = s.account_id
  left join saved_view v on s.source = 'view' and v.id = s.target_id and v.removed_at is null
    and v.object_api_name = s.object_api_name and (v.sharing <> 'private' or v.owner_id = s.account_id)`;

/** Subscriptions that are at work, of accounts that may act. */
export async function workingSubscriptions(db: Db): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    ${ROWS} join account c on c.id = s.account_id and c.closed_at is null and c.frozen_at is null
    where s.paused is null order by s.id`.execute(db);
  return rows;
}

/** Subscriptions of an account, the newest first; of one id where it is given. */
export async function subscriptionsOf(db: Db, accountId: string, id?: string): Promise<SubscriptionRow[]> {
  const one = id === undefined ? sql`` : sql`and s.id = ${id}::bigint`;
  const { rows } = await sql<SubscriptionRow>`
    ${ROWS} where s.account_id = ${accountId}::bigint ${one} order by s.id desc`.execute(db);
  return rows;
}

/** Why subscriptions match nothing for now; those of the ids that are at work. */
export async function pauseSubscriptions(
  trx: Db,
  reasons: readonly { readonly id: string; readonly reason: string }[],
): Promise<void> {
  if (reasons.length === 0) return;
  await sql`
    update alert_subscription s set paused = p.reason, version = s.version + 1
    from jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb) as p(id bigint, reason text)
    where s.id = p.id and s.paused is null`.execute(trx);
}
