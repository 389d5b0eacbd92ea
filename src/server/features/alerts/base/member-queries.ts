import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { runText } from '#server/db/prepared.ts';
import type { Row, Statement } from '#server/db/read-queries.ts';

/** Runs the statement of a list within a transaction. */
export async function rowsWithin(trx: Db, { text, values }: Statement): Promise<readonly Row[]> {
  return (await runText<Record<string, unknown>>(trx, text, values)).map((row) => Object.values(row));
}

/** What meets a condition, and the snapshot of that moment: of one statement, so that nothing is between the two. */
export async function standingOf(trx: Db, { text, values }: Statement) {
  const both = `select pg_current_snapshot()::text as baseline, array(${text}) as ids`;
  const [row] = await runText<{ baseline: string; ids: string[] }>(trx, both, values);
  if (!row) throw new Error('One row was expected.');
  return row;
}

/** What a subscription is tried by from a snapshot on; `ids` meet it then. */
export interface Standing {
  readonly state: string;
  readonly baseline: string;
  readonly ids: readonly string[];
}

/** Keeps what meets a subscription now: it is none of what enters later. */
export async function keepStanding(
  trx: Db,
  id: string,
  objectApiName: string,
  { state, baseline, ids }: Standing,
): Promise<void> {
  await sql`delete from alert_member where subscription_id = ${id}::bigint`.execute(trx);
  await changeMembers(trx, id, objectApiName, { added: ids, gone: [] });
  await sql`
    update alert_subscription set kept = ${state}, baseline = ${baseline}::text::pg_snapshot
    where id = ${id}::bigint`.execute(trx);
}

/** A view that is tried by its values alone: nothing has to be known of what meets it now. */
export async function noteKept(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update alert_subscription s set kept = v.state from saved_view v
    where s.id = any(${[...ids]}::bigint[]) and v.id = s.target_id`.execute(trx);
  await sql`delete from alert_member where subscription_id = any(${[...ids]}::bigint[])`.execute(trx);
}

/** Which of some records met a subscription when it was last tried. */
export async function membersAmong(
  trx: Db,
  subscriptionId: string,
  objectApiName: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select record_id::text as id from alert_member
    where subscription_id = ${subscriptionId}::bigint and object_api_name = ${objectApiName}
      and record_id = any(${[...ids]}::bigint[])`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

export async function changeMembers(
  trx: Db,
  subscriptionId: string,
  objectApiName: string,
  { added, gone }: { readonly added: readonly string[]; readonly gone: readonly string[] },
): Promise<void> {
  if (added.length > 0)
    await sql`
      insert into alert_member (subscription_id, object_api_name, record_id)
      select ${subscriptionId}::bigint, ${objectApiName}, id from unnest(${[...added]}::bigint[]) id
      on conflict do nothing`.execute(trx);
  if (gone.length > 0)
    await sql`
      delete from alert_member where subscription_id = ${subscriptionId}::bigint
        and object_api_name = ${objectApiName} and record_id = any(${[...gone]}::bigint[])`.execute(trx);
}
