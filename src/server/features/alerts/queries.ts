import { sql } from 'kysely';
import type { AlertFrequency, AlertKind, AlertSettings, AlertSource } from '#schemas/api/alerts.ts';
import type { Db } from '#server/db/database.ts';

/** A subscription before it is there. */
export interface NewSubscription {
  readonly accountId: string;
  readonly source: AlertSource;
  readonly objectApiName: string;
  readonly targetId: string;
  readonly kinds: readonly AlertKind[];
  readonly fields: readonly string[];
  readonly frequency: AlertFrequency;
  readonly mail: boolean;
  readonly webhook: boolean;
}

/** The id of a new subscription, which begins with what is committed later; undefined where the account has it already. */
export async function insertSubscription(trx: Db, row: NewSubscription, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into alert_subscription (account_id, source, object_api_name, target_id, kinds, fields, frequency, mail, webhook,
      created_at)
    values (${row.accountId}, ${row.source}, ${row.objectApiName}, ${row.targetId}, ${[...row.kinds]}::text[],
      ${[...row.fields]}::text[], ${row.frequency}, ${row.mail}, ${row.webhook}, ${now.toISOString()}::timestamptz)
    on conflict (account_id, source, object_api_name, target_id) do nothing returning id::text`.execute(trx);
  return rows[0]?.id;
}

export async function countSubscriptions(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from alert_subscription where account_id = ${accountId}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The id of the subscription of an account to a target. */
export async function subscriptionTo(
  db: Db,
  accountId: string,
  { source, objectApiName, targetId }: Pick<NewSubscription, 'source' | 'objectApiName' | 'targetId'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id::text from alert_subscription where account_id = ${accountId} and source = ${source}
      and object_api_name = ${objectApiName} and target_id = ${targetId}::bigint`.execute(db);
  return rows[0]?.id;
}

/** Changes a subscription that is at a version, and lets it match again; false where it is at another. */
export async function changeSubscription(
  trx: Db,
  id: string,
  version: number,
  {
    kinds,
    fields,
    frequency,
    mail,
    webhook,
  }: Pick<NewSubscription, 'kinds' | 'fields' | 'frequency' | 'mail' | 'webhook'>,
): Promise<boolean> {
  const { rows } = await sql`
    update alert_subscription set kinds = ${[...kinds]}::text[], fields = ${[...fields]}::text[],
      frequency = ${frequency}, mail = ${mail}, webhook = ${webhook}, kept = case when paused is null then kept end, paused = null,
      version = version + 1
    where id = ${id}::bigint and version = ${version} returning id`.execute(trx);
  return rows.length > 0;
}

export async function deleteSubscription(db: Db, accountId: string, id: string): Promise<void> {
  await sql`delete from alert_subscription where id = ${id}::bigint and account_id = ${accountId}`.execute(db);
}

/** What waits of a subscription is sent by its new times; what of them is null is not sent. */
export async function dueAgain(trx: Db, subscriptionId: string, due: Date | undefined): Promise<void> {
  await sql`
    update alert_hit set due_at = ${due?.toISOString() ?? null}::timestamptz
    where subscription_id = ${subscriptionId}::bigint and due_at is not null`.execute(trx);
}

/**
 * How many records are new since the owner looked: what entered a view, all that was reported of a record. What is gone by now
 * counts until they look; of visitors those alone whom their list shows.
 */
export async function freshCounts(db: Db, accountId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; fresh: number }>`
    select s.id::text, count(distinct (h.object_api_name, h.record_id))::integer as fresh
    from alert_subscription s join alert_hit h on h.subscription_id = s.id and h.id > s.seen_hit
    where s.account_id = ${accountId} and not h.is_late and h.kind <> 'corrected' and (s.source <> 'view' or h.kind = 'entered')
      and (s.source <> 'visitors' or h.record_id in (
        select v.id from company_visitor_list v where v."createdBy" = ${accountId}::text))
    group by s.id`.execute(db);
  return new Map(rows.map(({ id, fresh }) => [id, fresh]));
}

/** All that met a subscription so far has been looked at. */
export async function markSeen(db: Db, accountId: string, id: string): Promise<void> {
  await sql`
    update alert_subscription s set seen_hit = greatest(s.seen_hit,
      coalesce((select max(h.id) from alert_hit h where h.subscription_id = s.id), 0))
    where s.id = ${id}::bigint and s.account_id = ${accountId}`.execute(db);
}

/** When and where alerts reach an account; what applies where it has chosen nothing. */
export async function settingsOf(db: Db, accountId: string): Promise<AlertSettings> {
  const { rows } = await sql<AlertSettings>`
    select coalesce(a.mail, true) as mail, coalesce(a.hour, 9) as hour, coalesce(a.quiet_from, 22) as "quietFrom",
      coalesce(a.quiet_to, 8) as "quietTo", coalesce(a.weekends, true) as weekends
    from (select) here left join alert_account a on a.account_id = ${accountId}::bigint`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('One row was expected.');
  return row;
}

export async function putSettings(trx: Db, accountId: string, settings: AlertSettings): Promise<void> {
  const { mail, hour, quietFrom, quietTo, weekends } = settings;
  await sql`
    insert into alert_account (account_id, mail, hour, quiet_from, quiet_to, weekends)
    values (${accountId}, ${mail}, ${hour}, ${quietFrom}, ${quietTo}, ${weekends})
    on conflict (account_id) do update set mail = excluded.mail, hour = excluded.hour,
      quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, weekends = excluded.weekends`.execute(trx);
}

/** Has the account an address that is known to be its own? */
export async function hasMail(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account where id = ${accountId} and email_sealed is not null and email_verified_at is not null`.execute(
    db,
  );
  return rows.length > 0;
}

/** Has the account a webhook that takes hits of subscriptions? */
export async function hasWebhook(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from webhook where account_id = ${accountId} and 'alert.hit' = any(events) limit 1`.execute(db);
  return rows.length > 0;
}

/** Ends mail of one subscription. */
export async function endMailOf(db: Db, subscriptionId: string): Promise<void> {
  await sql`
    update alert_subscription set mail = false, version = version + 1
    where id = ${subscriptionId}::bigint and mail`.execute(db);
}

/** Ends all mail of alerts to an account. */
export async function endMailTo(db: Db, accountId: string): Promise<void> {
  await sql`
    insert into alert_account (account_id, mail) select id, false from account where id = ${accountId}::bigint
    on conflict (account_id) do update set mail = false`.execute(db);
}

/** Whose a subscription is, and whether it goes by mail. */
export async function mailOf(db: Db, subscriptionId: string) {
  const { rows } = await sql<{ account_id: string; mail: boolean }>`
    select account_id::text, mail from alert_subscription where id = ${subscriptionId}::bigint`.execute(db);
  return rows[0];
}

/** Takes away all that is kept of the subscriptions of an account. */
export async function forgetSubscriptions(trx: Db, accountId: string): Promise<void> {
  await sql`delete from alert_subscription where account_id = ${accountId}`.execute(trx);
  await sql`delete from alert_digest where account_id = ${accountId}`.execute(trx);
  await sql`delete from alert_account where account_id = ${accountId}`.execute(trx);
}

/** Subscriptions of an account, for the copy that its user asks for. */
export async function copiedSubscriptions(db: Db, accountId: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select source, object_api_name as object, target_id::text as target, kinds, fields, frequency, mail, webhook,
      created_at as "createdAt"
    from alert_subscription where account_id = ${accountId} order by id`.execute(db);
  return rows;
}
