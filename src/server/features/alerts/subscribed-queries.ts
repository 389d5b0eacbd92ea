import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Hits of subscriptions that are looked through, the latest ones. */
const HITS = 200;

/** Records that a user subscribes to, and those that met subscriptions of views and lists lately, each once. */
export async function subscribedRecords(
  db: Db,
  accountId: string,
): Promise<readonly { readonly objectApiName: string; readonly id: string }[]> {
  const { rows } = await sql<{ objectApiName: string; id: string }>`
    select object_api_name as "objectApiName", target_id::text as id from alert_subscription
    where account_id = ${accountId}::bigint and source = 'record'
    union
    select h.object_api_name, h.record_id::text from (
      select h.object_api_name, h.record_id from alert_hit h
      join alert_subscription s on s.id = h.subscription_id
      where s.account_id = ${accountId}::bigint and s.source not in ('record', 'visitors') order by h.id desc limit ${HITS}) h`.execute(
    db,
  );
  return rows;
}
