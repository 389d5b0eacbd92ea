import { type RawBuilder, sql } from 'kysely';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { eventField } from '#generators/backdated.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import type { Db } from '#server/db/database.ts';
import type { ChangeTables } from '#server/db/tables/changes.ts';
import type { ChangeNote } from './change-note.ts';

export type ChangeKind = ChangeTables['change_log']['kind'];

/** The object whose records are written. */
export interface LoggedObject {
  readonly apiName: string;
  readonly table: string;
  readonly definition: Pick<ObjectDefinition, 'fields' | 'layouts'>;
  readonly fields: readonly FieldDefinition[];
}

/** A record that was written; `old` and `next` as in derived/changes.ts. `fields` where they are known already. */
export interface LoggedRecord {
  readonly id: string;
  readonly old?: RecordValues | undefined;
  readonly next?: RecordValues | undefined;
  readonly fields?: readonly string[];
  /** When the record was made, where the writer knows it. */
  readonly createdAt?: Date;
}

/** A statement that writes down what happened. `readsTables`: it reads something beside its own values. */
export interface LogInsert {
  readonly insert: RawBuilder<unknown>;
  readonly readsTables: boolean;
}

function changedFields({ fields }: LoggedObject, { old, next }: LoggedRecord): string[] {
  if (!old || !next) return [];
  return fields
    .filter((field) => {
      const [before, after] = [old[field.apiName], next[field.apiName]];
      if (before === after) return false;
      const { toColumns } = fieldType(field);
      return JSON.stringify(toColumns(before ?? null, field)) !== JSON.stringify(toColumns(after ?? null, field));
    })
    .map(({ apiName }) => apiName);
}

/** What writes down what happened to records, for the transaction that writes them. */
export function logInsert(
  object: LoggedObject,
  kind: ChangeKind,
  records: readonly LoggedRecord[],
  { cause, quiet, derived = false }: ChangeNote,
): LogInsert {
  const event = eventField(object.definition)?.apiName;
  const rows = records.map((record) => {
    const on = event === undefined ? undefined : (record.next ?? record.old)?.[event];
    const fields = record.fields ?? changedFields(object, record);
    const seen = record.createdAt?.toISOString();
    return { id: record.id, seen, ...(fields.length > 0 && { fields }), ...(typeof on === 'string' && { on }) };
  });
  // A record that is removed is no longer there; every other one says itself since when it is known, or its writer does.
  const readsTables = kind !== 'removed' && records.some(({ createdAt }) => createdAt === undefined);
  const seen = readsTables ? sql`kept."createdAt"` : sql`m.seen`;
  const kept = readsTables ? sql`join ${sql.table(object.table)} kept on kept.id = m.id` : sql``;
  const insert = sql`
    insert into change_log (object_api_name, record_id, kind, fields, event_on, first_seen_at, cause, quiet, derived)
    select ${object.apiName}, m.id, ${kind}, coalesce(m.fields, '{}'), m."on", ${seen}, ${cause}, ${quiet}::boolean, ${derived}::boolean
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(id bigint, fields text[], "on" text, seen timestamptz) ${kept}`;
  return { insert, readsTables };
}

/** A place in the log: everything up to it was read. Numbers as text, since they are larger than JavaScript's. */
export interface Place {
  readonly xid: string;
  readonly seq: string;
}

/** A row of the log. */
export interface ChangeRow extends Place {
  readonly objectApiName: string;
  readonly id: string;
  readonly kind: ChangeKind;
  readonly fields: readonly string[];
  readonly eventOn: string | null;
  readonly firstSeenAt: string | null;
  readonly cause: string;
  readonly quiet: boolean;
  readonly derived: boolean;
}

/**
 * The next rows behind a place. Rows of transactions that are still running, and of all that began after the oldest of them,
 * are left for later: one of them may yet commit what comes before.
 */
export async function rowsBehind(db: Db, { xid, seq }: Place, limit: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select xid::text, seq::text, object_api_name as "objectApiName", record_id::text as id, kind, fields,
      event_on as "eventOn", first_seen_at as "firstSeenAt", cause, quiet, derived
    from change_log
    where (xid, seq) > (${xid}::text::xid8, ${seq}::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by change_log.xid, change_log.seq limit ${limit}`.execute(db);
  return rows;
}

/** The next rows of one object, and up to where none of it can be missing then. */
export interface ObjectRows {
  readonly rows: readonly (Place & Pick<ChangeRow, 'id' | 'kind' | 'fields' | 'derived'>)[];
  /** Behind the last row that a reader may take, were there more room for rows. */
  readonly horizon: Place;
}

/**
 * As `rowsBehind`, of one object alone. One statement gives the rows and the horizon, so that both are of one moment.
 * `derived`: those too of values that follow from other records.
 */
export async function objectRowsBehind(
  db: Db,
  objectApiName: string,
  { xid, seq }: Place,
  { limit, derived }: { readonly limit: number; readonly derived: boolean },
): Promise<ObjectRows> {
  const { rows } = await sql<{ horizon: string } & Nullable<ObjectRows['rows'][number]>>`
    with horizon as (select pg_snapshot_xmin(pg_current_snapshot()) as xid)
    select horizon.xid::text as horizon, l.xid::text, l.seq::text, l.record_id::text as id, l.kind, l.fields, l.derived
    from horizon left join lateral (
      select * from change_log
      where object_api_name = ${objectApiName} and (xid, seq) > (${xid}::text::xid8, ${seq}::bigint)
        and xid < pg_snapshot_xmin(pg_current_snapshot()) ${derived ? sql`` : sql`and not derived`}
      order by change_log.xid, change_log.seq limit ${limit}
    ) l on true order by l.xid, l.seq`.execute(db);
  return {
    rows: rows.flatMap(({ horizon: _horizon, ...row }) => (row.id === null ? [] : [row as ObjectRows['rows'][number]])),
    horizon: { xid: rows[0]?.horizon ?? xid, seq: '0' },
  };
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

/** Records behind a place, whether more may come before them or not: `isFinal` where none can. */
export async function visibleBehind(db: Db, { xid, seq }: Place, limit: number): Promise<VisibleRow[]> {
  const { rows } = await sql<VisibleRow>`
    select xid::text, seq::text, object_api_name as "objectApiName", record_id::text as id,
      xid < pg_snapshot_xmin(pg_current_snapshot()) as "isFinal"
    from change_log where (xid, seq) > (${xid}::text::xid8, ${seq}::bigint)
    order by change_log.xid, change_log.seq limit ${limit}`.execute(db);
  return rows;
}

export interface VisibleRow extends Place {
  readonly objectApiName: string;
  readonly id: string;
  readonly isFinal: boolean;
}

/** Which database this is, from where on changes are kept, and where a reader begins who knows all records as they are now. */
export interface LogState {
  readonly epoch: string;
  readonly cut: Place;
  readonly now: Place;
}

export async function logState(db: Db): Promise<LogState> {
  const { rows } = await sql<{ epoch: string; cut_xid: string; cut_seq: string; xmin: string }>`
    select epoch, cut_xid::text, cut_seq::text, pg_snapshot_xmin(pg_current_snapshot())::text as xmin
    from change_epoch`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The change log has not been begun.');
  return { epoch: row.epoch, cut: { xid: row.cut_xid, seq: row.cut_seq }, now: { xid: row.xmin, seq: '0' } };
}

/**
 * Begins the log, or begins it again where the database is not the one that it was: restored, copied or moved. Places of
 * before mean nothing then. `epoch` is a new name for it.
 */
export async function beginLog(db: Db, epoch: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ identity: string; is_ahead: boolean }>`
      select c.system_identifier || '/' || p.timeline_id || '/' || d.oid as identity,
        exists (select from change_log where xid >= pg_snapshot_xmax(pg_current_snapshot())) as is_ahead
      from pg_control_system() c, pg_control_checkpoint() p, pg_database d where d.datname = current_database()`.execute(
      trx,
    );
    const { identity = '', is_ahead: isAhead = false } = rows[0] ?? {};
    const { rows: begun } = await sql`
      insert into change_epoch as kept (identity, epoch, cut_xid, cut_seq)
      values (${identity}, ${epoch}, pg_snapshot_xmin(pg_current_snapshot()), 0)
      on conflict (only_one) do update set identity = excluded.identity, epoch = excluded.epoch,
        cut_xid = excluded.cut_xid, cut_seq = excluded.cut_seq
      where kept.identity <> excluded.identity or ${isAhead}::boolean
      returning epoch`.execute(trx);
    if (begun.length > 0) await sql`delete from change_log`.execute(trx);
  });
}

/** Rows that are removed at once. */
const EXPIRED_AT_ONCE = 10_000;

/** Removes the oldest changes that were written before a time, so many at most; true where there may be more. */
export async function expireChanges(db: Db, before: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // One process at a time; the row says to readers how far.
    const { rows: free } = await sql`select from change_epoch for update skip locked`.execute(trx);
    if (free.length === 0) return false;
    const { rows } = await sql<Place>`
      select xid::text, seq::text from (
        select xid, seq, at from change_log where xid < pg_snapshot_xmin(pg_current_snapshot())
        order by xid, seq limit ${EXPIRED_AT_ONCE}
      ) oldest where at < ${before.toISOString()}::timestamptz order by oldest.xid desc, oldest.seq desc limit 1`.execute(
      trx,
    );
    const [last] = rows;
    if (!last) return false;
    const { numAffectedRows = 0n } = await sql`
      delete from change_log where (xid, seq) <= (${last.xid}::text::xid8, ${last.seq}::bigint)`.execute(trx);
    await sql`update change_epoch set cut_xid = ${last.xid}::text::xid8, cut_seq = ${last.seq}::bigint`.execute(trx);
    return numAffectedRows >= BigInt(EXPIRED_AT_ONCE);
  });
}

/** What is new of a record: all its changes within a time as one. */
export interface RecordNews {
  readonly objectApiName: string;
  readonly id: string;
  /** `created` or `restored` where that is among the changes, else the latest. */
  readonly kind: ChangeKind;
  readonly fields: readonly string[];
  /** The latest of them, ISO 8601. */
  readonly at: string;
}

/** News of some records since a time, in no order; records without any are left out. What is quiet is no news. */
export async function newsOf(
  db: Db,
  records: readonly { readonly objectApiName: string; readonly id: string }[],
  since: Date,
): Promise<RecordNews[]> {
  const { rows } = await sql<RecordNews>`
    select l.object_api_name as "objectApiName", l.record_id::text as id,
      case when (array_agg(l.kind order by l.xid desc, l.seq desc))[1] = 'updated' and bool_or(l.kind = 'created') then 'created'
        else (array_agg(l.kind order by l.xid desc, l.seq desc))[1] end as kind,
      array(select distinct f from change_log o, unnest(o.fields) f
        where not o.quiet and o.object_api_name = l.object_api_name and o.record_id = l.record_id
          and o.at >= ${since.toISOString()}::timestamptz) as fields,
      to_char(max(l.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from jsonb_to_recordset(${JSON.stringify(records.map(({ objectApiName, id }) => ({ o: objectApiName, id })))}::jsonb) as w(o text, id bigint)
    join change_log l on l.object_api_name = w.o and l.record_id = w.id
    where not l.quiet and l.at >= ${since.toISOString()}::timestamptz
    group by l.object_api_name, l.record_id`.execute(db);
  return rows;
}
