import { sql } from 'kysely';
import type { LogFilter } from '#schemas/api/audit-log.ts';
import { ID_SOURCE } from '#schemas/metadata/value.ts';
import type { Db } from '#server/db/database.ts';

/** The account that an entry is about, as a number that the index of accounts is asked for. */
const TARGET_ACCOUNT = sql<string>`case when target_kind = 'account' and target_id ~ '^[1-9][0-9]{0,17}$'
  then target_id::bigint end`;

const rows = (db: Db) =>
  db
    .selectFrom('audit_log')
    .leftJoin('account', (join) => join.on('account.id', '=', TARGET_ACCOUNT))
    .selectAll('audit_log')
    .select('account.name as target_name');
export type LogRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

/** `from` is the first instant taken, `until` the first one no longer taken. */
export interface LogQuestion extends Omit<LogFilter, 'from' | 'to'> {
  readonly from: Date | undefined;
  readonly until: Date | undefined;
  readonly after: string | undefined;
}

/** Up to `limit` entries, newest first. */
export async function logEntries(db: Db, question: LogQuestion, limit: number): Promise<LogRow[]> {
  const { action, actor, targetKind, targetId, from, until, after } = question;
  let query = rows(db).orderBy('audit_log.id', 'desc').limit(limit);
  if (action !== undefined) query = query.where('action', '=', action);
  if (actor !== undefined) {
    const isUid = new RegExp(ID_SOURCE).test(actor);
    query = isUid ? query.where('actor_id', '=', actor) : query.where('actor_name', '=', actor);
  }
  if (targetKind !== undefined) query = query.where('target_kind', '=', targetKind);
  if (targetId !== undefined) query = query.where('target_id', '=', targetId);
  if (from) query = query.where('at', '>=', from.toISOString());
  if (until) query = query.where('at', '<', until.toISOString());
  if (after !== undefined) query = query.where('audit_log.id', '<', after);
  return query.execute();
}

/** Every action there is an entry of, found by jumping through the index from one to the next. */
export async function logActions(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{ action: string }>`
    with recursive known (action) as (
      (select action from audit_log order by action limit 1)
      union all
      select (select action from audit_log where action > known.action order by action limit 1)
      from known where known.action is not null
    )
    select action from known where action is not null`.execute(db);
  return found.map(({ action }) => action);
}
