import { type Insertable, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

export interface HookRow {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly object_api_name: string | null;
  readonly filter: string | null;
  readonly derived: boolean;
  readonly secret_sealed: string;
  readonly former_sealed: string | null;
  readonly former_until: string | null;
  readonly off: string | null;
  readonly created_at: string;
  /** Messages that wait. */
  readonly waiting: number;
}

/** Webhooks of an account, the newest first; of one id where it is given. */
export async function hooksOf(db: Db, accountId: string, id?: string): Promise<HookRow[]> {
  const one = id === undefined ? sql`` : sql`and id = ${id}::bigint`;
  const { rows } = await sql<HookRow>`
    select id::text, account_id::text, name, url, events, object_api_name, filter, derived, secret_sealed, former_sealed,
      former_until, off, created_at,
      (select count(*)::integer from webhook_delivery d where d.webhook_id = w.id and d.state = 'due') as waiting
    from webhook w where account_id = ${accountId}::bigint ${one} order by id desc`.execute(db);
  return rows;
}

export async function countHooks(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from webhook where account_id = ${accountId}::bigint`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function insertHook(trx: Db, hook: Insertable<Tables['webhook']>): Promise<string> {
  const { id } = await trx.insertInto('webhook').values(hook).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Another secret; the one of before is good until `until`. */
export async function changeSecret(trx: Db, id: string, sealed: string, until: Date): Promise<void> {
  await sql`
    update webhook set former_sealed = secret_sealed, former_until = ${until.toISOString()}::timestamptz,
      secret_sealed = ${sealed} where id = ${id}::bigint`.execute(trx);
}

/** Resumes at once, or stops with the reason. */
export async function switchHook(trx: Db, id: string, off: string | null, now: Date): Promise<void> {
  await sql`
    update webhook set off = ${off}, failures = 0, free_at = ${now.toISOString()}::timestamptz
    where id = ${id}::bigint`.execute(trx);
}

export async function deleteHook(trx: Db, id: string): Promise<void> {
  await sql`delete from webhook where id = ${id}::bigint`.execute(trx);
}

/** A message of the log. */
export interface DeliveryRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly message_id: string;
  readonly event: string;
  readonly data: string;
  readonly happened_at: string;
  readonly state: 'due' | 'sent' | 'failed' | 'dropped';
  readonly due_at: string | null;
  readonly tries: number;
  readonly tried_at: string | null;
  readonly status: number | null;
  readonly problem: string | null;
}

const DELIVERY = sql`id::text, webhook_id::text, message_id, event, data, happened_at, state, due_at, tries, tried_at,
  status, problem`;

/** The latest messages of a webhook since a time, the newest first. */
export async function deliveriesOf(db: Db, webhookId: string, since: Date, most: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${DELIVERY} from webhook_delivery
    where webhook_id = ${webhookId}::bigint and happened_at >= ${since.toISOString()}::timestamptz
    order by id desc limit ${most}`.execute(db);
  return rows;
}

/** Has a message of an account sent again now, unless it is being sent; undefined where the account has no such message. */
export async function sendAgain(db: Db, accountId: string, id: string, now: Date): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    update webhook_delivery set state = 'due', due_at = ${now.toISOString()}::timestamptz, tries = 0, problem = null,
      status = null
    where id = ${id}::bigint and event <> 'webhook.test'
      and webhook_id in (select id from webhook where account_id = ${accountId}::bigint and off is null)
    returning ${DELIVERY}`.execute(db);
  return rows[0];
}

/** A message of the test: it waits for nothing. */
export async function insertTest(db: Db, webhookId: string, now: Date): Promise<DeliveryRow> {
  const at = now.toISOString();
  const { rows } = await sql<DeliveryRow>`
    insert into webhook_delivery (webhook_id, event, data, happened_at, state, tries, tried_at, problem)
    values (${webhookId}::bigint, 'webhook.test', '{}', ${at}::timestamptz, 'failed', 1, ${at}::timestamptz, '未完成')
    returning ${DELIVERY}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('One row was expected.');
  return row;
}

export async function endTest(
  db: Db,
  id: string,
  {
    isTaken,
    status,
    problem,
  }: { readonly isTaken: boolean; readonly status: number | null; readonly problem: string | null },
): Promise<void> {
  await sql`
    update webhook_delivery set state = ${isTaken ? 'sent' : 'failed'}, status = ${status}::integer, problem = ${problem}
    where id = ${id}::bigint`.execute(db);
}

export async function deleteHooksOf(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('webhook').where('account_id', '=', accountId).execute();
}
