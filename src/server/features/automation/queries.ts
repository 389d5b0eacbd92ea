import { sql } from 'kysely';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import type { Duty } from '#schemas/metadata/duty.ts';
import { newestCursor } from '#server/core/changes/read-changes.ts';
import type { Db } from '#server/db/database.ts';

/** No two saves of rules, nor a save and the reading of all, go on at once. */
export async function lockRules(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('automation_rules'))`.execute(trx);
}

/** Who saved a rule last and when: what was committed before does not set it off. `day` is of Asia/Shanghai. */
export interface Saved {
  readonly id: string;
  readonly owner: string | null;
  readonly xid: string;
  readonly day: string;
}

/** The last save of each of some rules; those of the product itself leave the owner as it was. */
export async function lastSaves(db: Db, objectApiName: string, ids: readonly string[]): Promise<Saved[]> {
  const { rows } = await sql<Saved>`
    select record_id::text as id, max(xid::text::numeric)::text as xid,
      to_char(max(at) at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
      (array_agg(actor order by version desc) filter (where origin in ('form', 'api') and actor ~ '^[1-9][0-9]*$'))[1] as owner
    from record_history where object_api_name = ${objectApiName} and record_id = any(${[...ids]}::bigint[])
    group by record_id`.execute(db);
  return rows;
}

/** Begins to read the log with what is committed from now on, where it has not begun: a rule that is saved misses nothing. */
export async function beginReading(trx: Db): Promise<void> {
  await sql`insert into automation_reader (cursor) values (${await newestCursor(trx)}) on conflict do nothing`.execute(
    trx,
  );
}

/** Up to where the log was read; begun here where it has not been. */
export async function readerCursor(db: Db): Promise<string> {
  const known = async () =>
    (await sql<{ cursor: string }>`select cursor from automation_reader`.execute(db)).rows[0]?.cursor;
  const cursor = await known();
  if (cursor !== undefined) return cursor;
  await beginReading(db);
  return (await known()) ?? '';
}

/** Moves on from a place for this transaction; false where another process has, or does at this moment. */
export async function moveReader(trx: Db, from: string, to: string): Promise<boolean> {
  const { rows } = await sql`
    update automation_reader set cursor = ${to} where only_one in (
      select only_one from automation_reader where cursor = ${from} for update skip locked) returning cursor`.execute(
    trx,
  );
  return rows.length > 0;
}

export interface NewRun {
  readonly automation: string;
  readonly title: string;
  readonly object: string;
  readonly record: string;
  readonly cause: string;
  readonly depth: number;
  readonly state: 'due' | 'unmet' | 'skipped' | 'tried';
  readonly outcome: string;
}

/** Keeps runs, each once for its rule, record and cause. */
export async function insertRuns(trx: Db, runs: readonly NewRun[], now: Date): Promise<void> {
  if (runs.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  await sql`
    insert into automation_run (automation_id, title, object_api_name, record_id, cause, depth, state, outcome, at, due_at, ended_at)
    select r.automation, r.title, r.object, r.record, r.cause, r.depth, r.state, r.outcome, ${at},
      case when r.state = 'due' then ${at} end, case when r.state <> 'due' then ${at} end
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as r(automation bigint, title text, object text, record bigint,
      cause text, depth integer, state text, outcome text) on conflict do nothing`.execute(trx);
}

/** How deep the runs were that wrote records in some transactions, by `xid object record`. */
export async function depthsOf(db: Db, xids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; depth: number }>`
    select wrote_xid::text || ' ' || object_api_name || ' ' || record_id::text as key, max(depth) as depth
    from automation_run where wrote_xid = any(${[...xids]}::text[]::xid8[]) group by 1`.execute(db);
  return new Map(rows.map(({ key, depth }) => [key, depth]));
}

export interface DueRun {
  readonly id: string;
  readonly automation: string;
  readonly title: string;
  readonly object: string;
  readonly record: string;
  readonly cause: string;
  readonly depth: number;
  readonly tries: number;
}

const DUE = sql.raw(
  `id::text, automation_id::text as automation, title, object_api_name as object, record_id::text as record, cause, depth, tries`,
);

/** Runs that are due, the oldest first. */
export async function dueRuns(db: Db, now: Date, limit: number): Promise<DueRun[]> {
  const { rows } = await sql<DueRun>`
    select ${DUE} from automation_run where state = 'due' and due_at <= ${now.toISOString()}::timestamptz
    order by due_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Takes a run that is still due for this transaction. */
export async function takeRun(trx: Db, id: string): Promise<DueRun | undefined> {
  const { rows } = await sql<DueRun>`
    select ${DUE} from automation_run where id = ${id}::bigint and state = 'due' for update skip locked`.execute(trx);
  return rows[0];
}

/** Ends a run, in the transaction that did what it is for; `wrote` where that was a write of its record. */
export async function endRun(
  trx: Db,
  id: string,
  end: { readonly state: 'done' | 'unmet' | 'skipped' | 'failed'; readonly outcome: string; readonly wrote?: boolean },
  now: Date,
): Promise<void> {
  await sql`
    update automation_run set state = ${end.state}, outcome = ${end.outcome.slice(0, 300)}, due_at = null,
      ended_at = ${now.toISOString()}::timestamptz,
      wrote_xid = case when ${end.wrote ?? false}::boolean then pg_current_xact_id() end
    where id = ${id}::bigint and state = 'due'`.execute(trx);
}

/** Puts a run off. */
export async function putOff(db: Db, id: string, until: Date, tries: number): Promise<void> {
  await sql`update automation_run set due_at = ${until.toISOString()}::timestamptz, tries = ${tries}::integer
    where id = ${id}::bigint and state = 'due'`.execute(db);
}

/** How many runs of a rule were done since two times; other processes wait, so that the bounds hold over all of them. */
export async function doneSince(
  trx: Db,
  automation: string,
  minute: Date,
  day: Date,
): Promise<{ minute: number; day: number }> {
  await sql`select pg_advisory_xact_lock(hashtext(${`automation:${automation}`}))`.execute(trx);
  const { rows } = await sql<{ minute: string; day: string }>`
    select count(*) filter (where ended_at > ${minute.toISOString()}::timestamptz) as minute, count(*) as day
    from automation_run where automation_id = ${automation}::bigint and state = 'done'
      and ended_at > ${day.toISOString()}::timestamptz`.execute(trx);
  return { minute: Number(rows[0]?.minute ?? 0), day: Number(rows[0]?.day ?? 0) };
}

/** Accounts of staff that may act, with any of some duties. */
export async function staffWith(db: Db, duties: readonly Duty[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from account where 'staff' = any(roles) and duties && ${[...duties]}::text[]
      and closed_at is null and frozen_at is null order by id`.execute(db);
  return rows.map(({ id }) => id);
}

const DATED_AT_ONCE = 500;

/** Records whose date is from one day to another, both included, and that a rule has no run of for that very value. */
export async function reachedDates(
  db: Db,
  table: string,
  field: FieldDefinition,
  asked: { readonly automation: string; readonly from: string; readonly to: string },
): Promise<{ id: string; value: string }[]> {
  const [first] = fieldType(field).columns(field);
  const column = sql.ref(first?.name ?? field.apiName);
  const isInstant = first?.sqlType === 'timestamptz';
  const day = isInstant ? sql`(${column} at time zone 'Asia/Shanghai')::date` : column;
  const isWhole = isInstant ? sql`true` : sql`${sql.ref(`${field.apiName}_precision`)} = 10`;
  const { rows } = await sql<{ id: string; value: string }>`
    select d.id::text, to_char(${day}, 'YYYY-MM-DD') as value from ${sql.table(table)} d
    where ${day} between ${asked.from}::date and ${asked.to}::date and ${isWhole}
      and not exists (select from automation_run r where r.automation_id = ${asked.automation}::bigint
        and r.record_id = d.id and r.cause = 'date:' || to_char(${day}, 'YYYY-MM-DD'))
    order by d.id limit ${DATED_AT_ONCE}`.execute(db);
  return rows;
}

/** The newest changes of an object, for a trial: news alone, each record once. */
export async function newestChanges(
  db: Db,
  objectApiName: string,
  limit: number,
): Promise<{ id: string; kind: string; fields: readonly string[]; xid: string }[]> {
  const { rows } = await sql<{ id: string; kind: string; fields: readonly string[]; xid: string }>`
    select record_id::text as id, kind, fields, xid::text from change_log
    where object_api_name = ${objectApiName} and not quiet and kind in ('created', 'updated')
    order by change_log.xid desc, change_log.seq desc limit ${limit}`.execute(db);
  return rows;
}

/** Takes away what earlier trials of a rule said. */
export async function forgetTrials(trx: Db, automation: string): Promise<void> {
  await sql`delete from automation_run where automation_id = ${automation}::bigint and state = 'tried'`.execute(trx);
}

/** Takes away runs of before a time, so many at most; those of dates stay, or they would be made again. True where there may be more. */
export async function expireRuns(db: Db, before: Date, limit: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from automation_run where id in (
      select id from automation_run where at < ${before.toISOString()}::timestamptz and state <> 'due'
        and cause not like 'date:%' order by at limit ${limit})`.execute(db);
  return numAffectedRows >= BigInt(limit);
}
