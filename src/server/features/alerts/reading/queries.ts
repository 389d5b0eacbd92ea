import { sql } from 'kysely';
import type { AlertLineKind } from '#schemas/api/alerts.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { quote } from '#generators/storage.ts';
import type { Place } from '#server/core/changes/queries.ts';
import { newestCursor } from '#server/core/changes/read-changes.ts';
import { recordColumns } from '#server/core/lists/record-columns.ts';
import type { Db } from '#server/db/database.ts';

/** How far the log was read, and how often a subscription began or changed. */
export interface ReaderState {
  readonly cursor: string;
  readonly touched: number;
}

/** The state of the reader, for this transaction alone; undefined while another process reads on, or none has begun. */
export async function claimReader(trx: Db): Promise<ReaderState | undefined> {
  const { rows } = await sql<ReaderState>`select cursor, touched from alert_reader for update skip locked`.execute(trx);
  return rows[0];
}

export async function moveReader(trx: Db, cursor: string): Promise<void> {
  await sql`update alert_reader set cursor = ${cursor}`.execute(trx);
}

/**
 * Lets a subscription begin or change: no reading goes on until the transaction ends, and the next one knows of it. Where none
 * has begun, it does here.
 */
export async function touchReader(trx: Db): Promise<void> {
  await sql`
    insert into alert_reader as kept (cursor) values (${await newestCursor(trx)})
    on conflict (only_one) do update set touched = kept.touched + 1`.execute(trx);
}

/** The log of before is gone: all subscriptions begin now. */
export async function restartReader(trx: Db): Promise<void> {
  await moveReader(trx, await newestCursor(trx));
  await sql`update alert_subscription set baseline = pg_current_snapshot(), kept = null`.execute(trx);
  await sql`update alert_reader set visit_xid = pg_snapshot_xmin(pg_current_snapshot()), visit_id = 0`.execute(trx);
}

/** A record as it is now; `createdAt` is when it was first seen. */
export interface CurrentRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly values: RecordValues;
}

/** Records as they are, with the values of some fields. */
export async function currentRecords(
  trx: Db,
  table: string,
  fields: readonly FieldDefinition[],
  ids: readonly string[],
): Promise<CurrentRecord[]> {
  const columns = recordColumns(fields);
  const wanted = sql.raw(columns.names.map((name) => `, ${quote(name)}`).join(''));
  const { rows } = await sql<Record<string, unknown>>`
    select id::text as "#id", "createdAt" as "#seen" ${wanted} from ${sql.table(table)}
    where id = any(${[...ids]}::bigint[])`.execute(trx);
  return rows.map((row) => {
    const createdAt = new Date(row['#seen'] as string).toISOString();
    const values: Record<string, unknown> = { createdAt };
    columns.fill(
      values,
      columns.names.map((name) => row[name]),
      0,
    );
    return { id: String(row['#id']), createdAt, values: values as RecordValues };
  });
}

/** What one transaction changed of a record, as its histories have it. */
export interface HistoryEntry {
  readonly id: string;
  readonly xid: string;
  /** It was the making of the record. */
  readonly isFirst: boolean;
  readonly changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
}

/** What the first of some transactions and all that began after it changed of some records, the latest first. */
export async function historySince(
  trx: Db,
  apiName: string,
  ids: readonly string[],
  written: readonly { readonly xid: string }[],
): Promise<HistoryEntry[]> {
  const [first = '0', ...others] = written.map(({ xid: one }) => one);
  const xid = others.reduce((least, one) => (BigInt(one) < BigInt(least) ? one : least), first);
  const { rows } = await sql<HistoryEntry>`
    select id, xid::text, "isFirst", changes from (
      select record_id::text as id, xid, version = 1 as "isFirst", changes, version::bigint as place from record_history
      where object_api_name = ${apiName} and record_id = any(${[...ids]}::bigint[]) and xid >= ${xid}::text::xid8
      union all
      select record_id::text, xid, false, changes, id from derived_history
      where object_api_name = ${apiName} and record_id = any(${[...ids]}::bigint[]) and xid >= ${xid}::text::xid8
    ) written order by written.xid desc, written.place desc`.execute(trx);
  return rows;
}

/** Rows of records that were put away, as their table had them. */
export async function goneRows(trx: Db, apiName: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; row: Readonly<Record<string, unknown>> }>`
    select record_id::text as id, row from gone_record
    where object_api_name = ${apiName} and record_id = any(${[...ids]}::bigint[]) and row is not null`.execute(trx);
  return rows;
}

/** Is there bulk work on records of some objects behind a place of the log, that was done but is not read? */
export async function hasQuietBehind(
  trx: Db,
  objectApiNames: readonly string[],
  { xid, seq }: Place,
): Promise<boolean> {
  const { rows } = await sql`
    select from change_log where (xid, seq) > (${xid}::text::xid8, ${seq}::bigint) and quiet
      and object_api_name = any(${[...objectApiNames]}::text[]) limit 1`.execute(trx);
  return rows.length > 0;
}

/** Something that met a subscription. */
export interface NewHit {
  readonly subscription: string;
  readonly object: string;
  readonly record: string;
  readonly kind: AlertLineKind;
  readonly xid: string;
  readonly fields: readonly string[];
  readonly event: string | null;
  readonly seen: string;
  readonly late: boolean;
  /** When it is sent; null for what is seen on the pages alone. */
  readonly due: string | null;
  /** Of a correction: what the line before it said. */
  readonly told?: Readonly<Record<string, string>>;
}

/** Rows of one statement. */
const AT_ONCE = 5000;

/** Keeps what met subscriptions that are still there, each once. */
export async function insertHits(trx: Db, hits: readonly NewHit[], now: Date): Promise<void> {
  for (let from = 0; from < hits.length; from += AT_ONCE) {
    const rows = hits.slice(from, from + AT_ONCE).map((hit, place) => ({ ...hit, place }));
    await sql`
      insert into alert_hit (subscription_id, object_api_name, record_id, kind, xid, fields, event_on, first_seen_at,
        is_late, at, due_at, told)
      select h.subscription, h.object, h.record, h.kind, h.xid::text::xid8, h.fields, h.event, h.seen, h.late,
        ${now.toISOString()}::timestamptz, h.due, h.told
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as h(subscription bigint,
        object text, record bigint, kind text, xid text, fields text[], event text, seen timestamptz, late boolean,
        due timestamptz, told jsonb, place integer)
      where exists (select from alert_subscription s where s.id = h.subscription) order by h.place
      on conflict do nothing`.execute(trx);
  }
}

/** What the latest line of a record said by a subscription. */
export interface EarlierLine {
  readonly subscription: string;
  readonly object: string;
  readonly record: string;
  readonly event: string | null;
  readonly seen: string;
  readonly told: Readonly<Record<string, string>>;
}

/** What lines said of some records, by subscription. */
export async function toldHits(
  trx: Db,
  records: readonly { readonly objectApiName: string; readonly id: string }[],
): Promise<EarlierLine[]> {
  const wanted = records.map(({ objectApiName, id }) => ({ o: objectApiName, id }));
  const { rows } = await sql<EarlierLine>`
    select distinct on (h.subscription_id, h.object_api_name, h.record_id) h.subscription_id::text as subscription,
      h.object_api_name as object, h.record_id::text as record, h.event_on as event, h.first_seen_at as seen, h.told
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(o text, id bigint)
    join alert_hit h on h.object_api_name = w.o and h.record_id = w.id and h.told is not null
    order by h.subscription_id, h.object_api_name, h.record_id, h.id desc`.execute(trx);
  return rows;
}
