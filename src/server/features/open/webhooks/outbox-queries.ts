import { sql } from 'kysely';
import type { WebhookEvent } from '#schemas/api/webhooks.ts';
import { newestCursor } from '#server/core/changes/read-changes.ts';
import type { Db } from '#server/db/database.ts';

/** A message before it is there: for one webhook, or for all of some accounts that take the event. */
export interface NewMessage {
  readonly webhookId: string;
  readonly event: WebhookEvent;
  readonly object: string;
  readonly data: object;
}

/** Puts messages into the outbox, in their order. */
export async function insertMessages(trx: Db, messages: readonly NewMessage[], now: Date): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map(({ data, ...message }) => ({ ...message, data: JSON.stringify(data) }));
  await sql`
    insert into webhook_delivery (webhook_id, event, object_api_name, data, happened_at, state, due_at)
    select m."webhookId"::bigint, m.event, m.object, m.data, ${now.toISOString()}::timestamptz, 'due',
      ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m("webhookId" text, event text, object text, data text)
      join webhook w on w.id = m."webhookId"::bigint and w.off is null`.execute(trx);
}

/** The same for every webhook of some accounts that takes the event. */
export async function insertForAccounts(
  trx: Db,
  accountIds: readonly string[],
  { event, object, data }: Omit<NewMessage, 'webhookId'>,
  now: Date,
): Promise<void> {
  await sql`
    insert into webhook_delivery (webhook_id, event, object_api_name, data, happened_at, state, due_at)
    select id, ${event}, ${object}, ${JSON.stringify(data)}, ${now.toISOString()}::timestamptz, 'due',
      ${now.toISOString()}::timestamptz
    from webhook where account_id = any(${[...accountIds]}::bigint[]) and ${event} = any(events) and off is null`.execute(
    trx,
  );
}

/** Up to where the log was read; undefined before the first webhook. */
export async function readerCursor(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ cursor: string }>`select cursor from webhook_reader`.execute(db);
  return rows[0]?.cursor;
}

/** Moves on from a place for this transaction; false where another process has, or does at this moment. */
export async function moveReader(trx: Db, from: string, to: string): Promise<boolean> {
  const { rows } = await sql`
    update webhook_reader set cursor = ${to} where only_one in (
      select only_one from webhook_reader where cursor = ${from} for update skip locked) returning cursor`.execute(trx);
  return rows.length > 0;
}

/** Begins to read the log with what is committed from now on, where it has not begun. */
export async function beginReading(trx: Db): Promise<void> {
  await sql`insert into webhook_reader (cursor) values (${await newestCursor(trx)}) on conflict do nothing`.execute(
    trx,
  );
}

/** A webhook that is given changes of records. */
export interface FollowingHook {
  readonly id: string;
  readonly name: string;
  readonly account_id: string;
  readonly object_api_name: string;
  readonly filter: string | null;
  readonly derived: boolean;
}

/** Webhooks that take changes of records, of accounts that may act. */
export async function followingHooks(db: Db): Promise<FollowingHook[]> {
  const { rows } = await sql<FollowingHook>`
    select w.id::text, w.name, w.account_id::text, w.object_api_name, w.filter, w.derived
    from webhook w join account a on a.id = w.account_id and a.closed_at is null and a.frozen_at is null
    where w.off is null and 'record.changed' = any(w.events) and w.object_api_name is not null order by w.id`.execute(
    db,
  );
  return rows;
}

/** A message that this process sends now, with where it goes. */
export interface Claimed {
  readonly id: string;
  readonly message_id: string;
  readonly event: string;
  readonly object_api_name: string | null;
  readonly data: string;
  readonly happened_at: string;
  readonly tries: number;
  readonly webhook_id: string;
  readonly account_id: string;
  readonly name: string;
  readonly url: string;
  readonly filter: string | null;
  readonly failures: number;
  readonly secret_sealed: string;
  readonly former_sealed: string | null;
  readonly former_until: string | null;
}

/**
 * Takes the next message for this process until `until`: one that ends meanwhile leaves it to another. While it has it no other
 * message goes to the same address. What was tried most goes first: it has the least time left.
 */
export async function claimMessage(db: Db, now: Date, until: Date): Promise<Claimed | undefined> {
  const [at, end] = [sql`${now.toISOString()}::timestamptz`, sql`${until.toISOString()}::timestamptz`];
  const { rows } = await sql<Claimed>`
    with free as (
      select w.id from webhook w join account a on a.id = w.account_id and a.closed_at is null and a.frozen_at is null
      where w.off is null and w.free_at <= ${at}
        and exists (select from webhook_delivery d where d.webhook_id = w.id and d.state = 'due' and d.due_at <= ${at})
      order by w.free_at, w.id limit 1 for update of w skip locked
    ), held as (
      update webhook w set free_at = ${end} from free where w.id = free.id returning w.*
    ), next as (
      select d.id from webhook_delivery d join held on held.id = d.webhook_id
      where d.state = 'due' and d.due_at <= ${at} order by d.tries desc, d.id limit 1
    ), taken as (
      update webhook_delivery d set tries = d.tries + 1, tried_at = ${at}, due_at = ${end}
      from next where d.id = next.id and d.state = 'due' returning d.*
    )
    select t.id::text, t.message_id, t.event, t.object_api_name, t.data, t.happened_at, t.tries, h.id::text as webhook_id,
      h.account_id::text, h.name, h.url, h.filter, h.failures, h.secret_sealed, h.former_sealed, h.former_until
    from taken t join held h on h.id = t.webhook_id`.execute(db);
  return rows[0];
}

/** How an attempt ended, and when the message and the address come next. */
export interface Settled {
  readonly state: 'due' | 'sent' | 'failed' | 'dropped';
  readonly due: Date | null;
  readonly status: number | null;
  readonly problem: string | null;
  readonly freeAt: Date;
  /** Attempts at the address that failed one after another, with this one. */
  readonly failures: number;
}

export async function settleMessage(trx: Db, { id, webhook_id }: Claimed, end: Settled): Promise<void> {
  await sql`
    update webhook_delivery set state = ${end.state}, due_at = ${end.due?.toISOString() ?? null}::timestamptz,
      status = ${end.status}::integer, problem = ${end.problem}
    where id = ${id}::bigint and state = 'due'`.execute(trx);
  await sql`
    update webhook set free_at = ${end.freeAt.toISOString()}::timestamptz, failures = ${end.failures}::integer
    where id = ${webhook_id}::bigint`.execute(trx);
}

/** Sends nothing more to an address; false where that is so already. */
export async function putOff(trx: Db, webhookId: string, why: string): Promise<boolean> {
  const { rows } = await sql`
    update webhook set off = ${why} where id = ${webhookId}::bigint and off is null returning id`.execute(trx);
  return rows.length > 0;
}

/** Takes away messages of before a time, so many at most; true where there may be more. */
export async function expireMessages(db: Db, before: Date, limit: number): Promise<boolean> {
  const { rows } = await sql`
    delete from webhook_delivery where id in (
      select id from webhook_delivery where happened_at < ${before.toISOString()}::timestamptz
      order by happened_at limit ${limit}) returning id`.execute(db);
  return rows.length >= limit;
}
