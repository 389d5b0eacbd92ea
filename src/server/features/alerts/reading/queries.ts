import { sql } from 'kysely';
import type { AlertKind } from '#schemas/api/alerts.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { quote } from '#generators/storage.ts';
import { newestCursor } from '#server/core/changes/read-changes.ts';
import { recordColumns } from '#server/core/lists/record-columns.ts';
import type { Db } from '#server/db/database.ts';

/** The place up to which the log was read, for this transaction alone; undefined while another process reads on, or none has begun. */
export async function claimReader(trx: Db): Promise<string | undefined> {
  const { rows } = await sql<{ cursor: string }>`select cursor from alert_reader for update skip locked`.execute(trx);
  return rows[0]?.cursor;
}

export async function moveReader(trx: Db, cursor: string): Promise<void> {
  await sql`update alert_reader set cursor = ${cursor}`.execute(trx);
}

/**
 * Lets a subscription begin: no reading goes on until the transaction ends, and the next one knows of it. Where none has
 * begun, it does here.
 */
export async function touchReader(trx: Db): Promise<void> {
  await sql`
    insert into alert_reader as kept (cursor) values (${await newestCursor(trx)})
    on conflict (only_one) do update set touched = kept.touched + 1`.execute(trx);
}

/** The log of before is gone: all subscriptions begin now. */
export async function restartReader(trx: Db): Promise<void> {
  await moveReader(trx, await newestCursor(trx));
  await sql`update alert_subscription set baseline = pg_current_snapshot()`.execute(trx);
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

/** What a transaction and all that began after it changed of some records, the latest first. */
export async function historySince(
  trx: Db,
  apiName: string,
  ids: readonly string[],
  xid: string,
): Promise<HistoryEntry[]> {
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

/** Something that met a subscription. */
export interface NewHit {
  readonly subscription: string;
  readonly object: string;
  readonly record: string;
  readonly kind: AlertKind;
  readonly xid: string;
  readonly fields: readonly string[];
  readonly event: string | null;
  readonly seen: string;
  readonly late: boolean;
  /** When it is sent; null for what is seen on the pages alone. */
  readonly due: string | null;
}

/** Rows of one statement. */
const AT_ONCE = 5000;

/** Keeps what met subscriptions, each once. */
export async function insertHits(trx: Db, hits: readonly NewHit[], now: Date): Promise<void> {
  for (let from = 0; from < hits.length; from += AT_ONCE)
    await sql`
      insert into alert_hit (subscription_id, object_api_name, record_id, kind, xid, fields, event_on, first_seen_at,
        is_late, at, due_at)
      select h.subscription, h.object, h.record, h.kind, h.xid::text::xid8, h.fields, h.event, h.seen, h.late,
        ${now.toISOString()}::timestamptz, h.due
      from jsonb_to_recordset(${JSON.stringify(hits.slice(from, from + AT_ONCE))}::jsonb) as h(subscription bigint,
        object text, record bigint, kind text, xid text, fields text[], event text, seen timestamptz, late boolean,
        due timestamptz)
      on conflict do nothing`.execute(trx);
}
