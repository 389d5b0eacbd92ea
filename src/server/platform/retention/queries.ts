import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Rows that one statement takes away, or pages of the history that it looks through, at most. */
const SLICE = 1000;

async function counted(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Takes some notices of before away; a notice that staff sent stays in the audit log. */
export const deleteNotices = (db: Db, before: Date): Promise<number> =>
  counted(
    db,
    sql`delete from notice where id in (
      select id from notice where created_at < ${before.toISOString()}::timestamptz order by id limit ${SLICE})`,
  );

/** Takes some views of contacts away that were last before; not those of values that were paid for. */
export const deleteContactViews = (db: Db, before: Date): Promise<number> =>
  counted(
    db,
    sql`delete from contact_view where id in (
      select id from contact_view v where last_at < ${before.toISOString()}::timestamptz
        and not exists (select from contact_purchase p where p.viewer_id = v.viewer_id and p.target_id = v.target_id)
      order by id limit ${SLICE})`,
  );

/** Takes some of the records away that the undoing of an import of before has left alone. */
export const deleteImportKept = (db: Db, before: Date): Promise<number> =>
  counted(
    db,
    sql`delete from import_kept where ctid = any(array(
      select k.ctid from import_kept k join import_job j on j.id = k.job_id
      where j.state not in ('queued', 'running') and coalesce(j.queued_at, j.created_at) < ${before.toISOString()}::timestamptz
      limit ${SLICE}))`,
  );

/** Where a walk through the history is. */
export interface HistoryPlace {
  readonly object: string;
  readonly record: string;
  readonly version: number;
}

/**
 * Looks through the entries of the history behind a place, and takes those of before away whose every value was written over
 * since. What a record began with stays, and for each value the entry that says where it comes from. Gives how many went
 * and the place to go on from; undefined at the end.
 */
export async function deleteHistory(
  db: Db,
  before: Date,
  after: HistoryPlace,
): Promise<{ readonly gone: number; readonly next: HistoryPlace | undefined }> {
  const { rows } = await sql<{ gone: number; object: string; record: string; version: number }>`
    with page as materialized (
      select object_api_name, record_id, version, at, changes from record_history
      where (object_api_name, record_id, version) > (${after.object}, ${after.record}::bigint, ${after.version}::integer)
      order by object_api_name, record_id, version limit ${SLICE}
    ), gone as (
      delete from record_history h using page p
      where h.object_api_name = p.object_api_name and h.record_id = p.record_id and h.version = p.version
        and p.version > 1 and p.at < ${before.toISOString()}::timestamptz
        and exists (select from record_history l
          where l.object_api_name = p.object_api_name and l.record_id = p.record_id and l.version > p.version)
        and not exists (select from jsonb_object_keys(p.changes) field where not exists (
          select from record_history l where l.object_api_name = p.object_api_name and l.record_id = p.record_id
            and l.version > p.version and jsonb_exists(l.changes, field)))
      returning 1
    )
    select (select count(*) from gone)::int as gone, object_api_name as object, record_id::text as record, version
    from page order by object_api_name desc, record_id desc, version desc limit 1`.execute(db);
  const [last] = rows;
  if (!last) return { gone: 0, next: undefined };
  return { gone: last.gone, next: { object: last.object, record: last.record, version: last.version } };
}
