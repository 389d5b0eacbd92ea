import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { type SubscriptionRow, workingSubscriptions } from '#server/features/alerts/base/queries.ts';

/** How far the log was looked through, and the day for which lists were asked; null before the first time. */
export interface MatchMark {
  readonly cursor: string | null;
  readonly day: string | null;
}

/** Takes the asking for this process until `until`; undefined while another one is at it. */
export async function claimMatches(db: Db, now: Date, until: Date): Promise<MatchMark | undefined> {
  const { rows } = await sql<MatchMark>`
    update alert_match set busy_until = ${until.toISOString()}::timestamptz
    where busy_until is null or busy_until <= ${now.toISOString()}::timestamptz
    returning cursor, day::text as day`.execute(db);
  return rows[0];
}

export async function releaseMatches(db: Db, { cursor, day }: MatchMark): Promise<void> {
  await sql`update alert_match set cursor = ${cursor}, day = ${day}::date, busy_until = null`.execute(db);
}

/** Subscriptions to matches that are at work. */
export const workingMatches = async (db: Db): Promise<SubscriptionRow[]> =>
  (await workingSubscriptions(db)).filter(({ source }) => source === 'matches');

/** Are there such subscriptions that are at work? */
export async function hasMatches(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from alert_subscription where source = 'matches' and paused is null limit 1`.execute(db);
  return rows.length > 0;
}

/** The snapshot of this moment. */
export async function snapshotNow(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select pg_current_snapshot()::text as now`.execute(db);
  return rows[0]?.now ?? '';
}

/** Keeps a subscription for this transaction, as it was read; false where it changed since. */
export async function lockAsRead(trx: Db, { id, version, kept }: SubscriptionRow): Promise<boolean> {
  const { rows } = await sql`
    select from alert_subscription where id = ${id}::bigint and version = ${version} and paused is null
      and kept is not distinct from ${kept}::text for update`.execute(trx);
  return rows.length > 0;
}

/** Adds records to those that are known of a subscription; those of them that were not. */
export async function learn(
  trx: Db,
  subscriptionId: string,
  objectApiName: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into alert_member (subscription_id, object_api_name, record_id)
    select ${subscriptionId}::bigint, ${objectApiName}, id from unnest(${[...ids]}::bigint[]) id
    on conflict do nothing returning record_id::text as id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** What is asked by now, and the snapshot from which on what is written is news. */
export async function settleMatches(trx: Db, id: string, asked: string, baseline: string): Promise<void> {
  await sql`
    update alert_subscription set kept = ${asked}, baseline = ${baseline}::text::pg_snapshot
    where id = ${id}::bigint`.execute(trx);
}

/** Those of some records that were made or changed since a subscription began, bulk work aside; each with the last transaction. */
export async function newsAmong(
  trx: Db,
  { baseline }: Pick<SubscriptionRow, 'baseline'>,
  objectApiName: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; xid: string }>`
    select distinct on (record_id) record_id::text as id, xid::text from change_log
    where object_api_name = ${objectApiName} and record_id = any(${[...ids]}::bigint[]) and not quiet
      and kind in ('created', 'updated') and not pg_visible_in_snapshot(xid, ${baseline}::text::pg_snapshot)
    order by record_id, change_log.xid desc`.execute(trx);
  return new Map(rows.map(({ id, xid }) => [id, xid]));
}
