import { type RawBuilder, sql } from 'kysely';
import type { AlertFrequency, AlertLineKind } from '#schemas/api/alerts.ts';
import type { Db } from '#server/db/database.ts';
import { GATHER_MS } from '#server/features/alerts/base/slots.ts';

/** Something that met a subscription and is not sent. */
export interface DueHit {
  readonly id: string;
  readonly subscription_id: string;
  readonly object_api_name: string;
  readonly record_id: string;
  readonly kind: AlertLineKind;
  readonly fields: readonly string[];
  readonly event_on: string | null;
  readonly first_seen_at: string;
  readonly is_late: boolean;
  readonly frequency: AlertFrequency;
  readonly at: string;
  /** Words by field: what its line said, or of a correction that is not sent what the line before it said. */
  readonly told: Readonly<Record<string, string>> | null;
}

/** What is due at a time: what is sent at once waits where something was sent a moment ago. */
const isDue = (now: Date): RawBuilder<unknown> => sql`
  h.due_at <= ${now.toISOString()}::timestamptz and (s.frequency <> 'now' or h.is_late or a.now_at is null
    or a.now_at <= ${new Date(now.getTime() - GATHER_MS).toISOString()}::timestamptz)`;

const FROM = sql`
  from alert_hit h join alert_subscription s on s.id = h.subscription_id
  left join alert_account a on a.account_id = s.account_id`;

/** Accounts behind `after` that something is due for. */
export async function dueAccounts(db: Db, now: Date, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct s.account_id::text, s.account_id as place ${FROM}
    where ${isDue(now)} and s.account_id > ${after}::bigint order by s.account_id limit ${limit}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** What is due for an account, the newest first, so many at most. */
export async function dueHits(db: Db, accountId: string, now: Date, limit: number): Promise<DueHit[]> {
  const { rows } = await sql<DueHit>`
    select h.id::text, h.subscription_id::text, h.object_api_name, h.record_id::text, h.kind, h.fields, h.event_on,
      h.first_seen_at, h.is_late, s.frequency, h.at, h.told ${FROM}
    where ${isDue(now)} and s.account_id = ${accountId}::bigint order by h.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The latest that met one subscription, sent or not. */
export async function latestHits(db: Db, subscriptionId: string, limit: number): Promise<DueHit[]> {
  const { rows } = await sql<DueHit>`
    select h.id::text, h.subscription_id::text, h.object_api_name, h.record_id::text, h.kind, h.fields, h.event_on,
      h.first_seen_at, h.is_late, s.frequency, h.at, h.told ${FROM}
    where h.subscription_id = ${subscriptionId}::bigint order by h.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Lets one sending to an account go on at a time, until the transaction ends. */
export async function lockReceiver(trx: Db, accountId: string): Promise<void> {
  await sql`insert into alert_account (account_id) values (${accountId}) on conflict do nothing`.execute(trx);
  await sql`select from alert_account where account_id = ${accountId} for update`.execute(trx);
}

/** A hit that was taken, and what its line says; null where no line has it. */
export interface SettledHit {
  readonly id: string;
  readonly told: Readonly<Record<string, string>> | null;
}

/** Takes hits as sent, with the digest that has them where there is one; how many were not taken before. */
export async function settleHits(trx: Db, hits: readonly SettledHit[], digestId: string | null): Promise<number> {
  const { rows } = await sql`
    update alert_hit h set due_at = null, digest_id = ${digestId}::bigint, told = t.told
    from jsonb_to_recordset(${JSON.stringify(hits)}::jsonb) as t(id bigint, told jsonb)
    where h.id = t.id and h.due_at is not null returning h.id`.execute(trx);
  return rows.length;
}

/** A digest as it is kept. */
export interface NewDigest {
  readonly accountId: string;
  readonly slot: string;
  readonly title: string;
  readonly body: string;
  readonly mailBody: string;
}

/** The id of a new digest; undefined where the account has one of this slot. */
export async function insertDigest(trx: Db, digest: NewDigest, now: Date): Promise<string | undefined> {
  const { accountId, slot, title, body, mailBody } = digest;
  const at = now.toISOString();
  const { rows } = await sql<{ id: string }>`
    insert into alert_digest (account_id, slot, title, body, mail_body, at, mail_state, mail_at)
    values (${accountId}, ${slot}, ${title}, ${body}, ${mailBody}, ${at}::timestamptz,
      ${mailBody === '' ? 'none' : 'due'}, ${at}::timestamptz)
    on conflict (account_id, slot) do nothing returning id::text`.execute(trx);
  return rows[0]?.id;
}

export async function noteSentAtOnce(trx: Db, accountId: string, now: Date): Promise<void> {
  await sql`update alert_account set now_at = ${now.toISOString()}::timestamptz where account_id = ${accountId}`.execute(
    trx,
  );
}

/** A mail that is to be sent, with the address of the account as it is sealed. */
export interface DueMail {
  readonly id: string;
  readonly account_id: string;
  readonly title: string;
  readonly mail_body: string;
  readonly mail_tries: number;
  /** Null where mail may not be sent to the account, or no longer. */
  readonly email_sealed: string | null;
}

/** Takes the next mail for this process until `until`: one that ends meanwhile leaves it to another. */
export async function claimMail(db: Db, now: Date, until: Date): Promise<DueMail | undefined> {
  const { rows } = await sql<DueMail>`
    with next as (
      select id from alert_digest where mail_state = 'due' and mail_at <= ${now.toISOString()}::timestamptz
      order by mail_at, id limit 1 for update skip locked
    ), taken as (
      update alert_digest d set mail_at = ${until.toISOString()}::timestamptz, mail_tries = mail_tries + 1
      from next where d.id = next.id returning d.id, d.account_id, d.title, d.mail_body, d.mail_tries
    )
    select t.id::text, t.account_id::text, t.title, t.mail_body, t.mail_tries, c.email_sealed
    from taken t left join alert_account a on a.account_id = t.account_id
      left join account c on c.id = t.account_id and c.closed_at is null and c.frozen_at is null
        and c.email_verified_at is not null and coalesce(a.mail, true)`.execute(db);
  return rows[0];
}

/** How the sending of a mail ended; `again` is when it is tried once more. */
export async function endMail(db: Db, id: string, state: 'none' | 'due' | 'sent' | 'failed', again: Date | null) {
  await sql`
    update alert_digest set mail_state = ${state}, mail_at = ${again?.toISOString() ?? null}::timestamptz
    where id = ${id}::bigint and mail_state = 'due'`.execute(db);
}

/** Counts mails of an account that were given up one after another; a sent one begins the count again. How many there are now. */
export async function countFailedMail(trx: Db, accountId: string, isFailed: boolean): Promise<number> {
  const { rows } = await sql<{ mail_failures: number }>`
    update alert_account set mail_failures = case when ${isFailed}::boolean then mail_failures + 1 else 0 end
    where account_id = ${accountId} and (${isFailed}::boolean or mail_failures > 0) returning mail_failures`.execute(
    trx,
  );
  return rows[0]?.mail_failures ?? 0;
}

export async function stopMail(trx: Db, accountId: string): Promise<void> {
  await sql`update alert_account set mail = false, mail_failures = 0 where account_id = ${accountId}`.execute(trx);
}

/** Takes away what met subscriptions before a time, so many at most; true where there may be more. */
export async function expireHits(db: Db, before: Date, limit: number): Promise<boolean> {
  const { rows } = await sql`
    delete from alert_hit where id in (
      select id from alert_hit where at < ${before.toISOString()}::timestamptz order by at limit ${limit}
    ) returning id`.execute(db);
  await sql`delete from alert_digest where at < ${before.toISOString()}::timestamptz and mail_state <> 'due'`.execute(
    db,
  );
  return rows.length >= limit;
}
