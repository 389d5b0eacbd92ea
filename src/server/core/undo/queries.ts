import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { HistoryRow } from '#server/core/records/history-queries.ts';

/** Work that wrote many records, whose entries in the history name it, and that can be taken back whole. */
export interface BatchWork {
  readonly kind: 'import' | 'bulk';
  readonly id: string;
}

/** What such work wrote of one record: its first and last version by it, and how many. */
export interface WrittenRecord {
  readonly id: string;
  readonly first: number;
  readonly last: number;
  readonly versions: number;
}

/** The rows of record_history that the work wrote, in the words of the index over them. */
const entriesOf = ({ kind, id }: BatchWork) =>
  kind === 'import'
    ? sql`right(origin, 32) = ${id} and origin like 'import:%#%'`
    : sql`origin = ${`bulk:${id}`} and origin like 'bulk:%'`;

/** Where it is noted which records the work, or its undoing, left alone. */
const keptBy = ({ kind }: BatchWork) => sql.table(kind === 'import' ? 'import_kept' : 'bulk_kept');

/** Objects of which the work wrote records; jumps from one to the next in the index. */
export async function objectsWritten(db: Db, work: BatchWork): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive found (name) as (
      (select object_api_name from record_history where ${entriesOf(work)} order by object_api_name limit 1)
      union all
      select (select object_api_name from record_history
        where ${entriesOf(work)} and object_api_name > found.name order by object_api_name limit 1)
      from found where found.name is not null
    ) select name from found where name is not null`.execute(db);
  return rows.map(({ name }) => name);
}

/** How many entries the work wrote, at most `limit` entries of history looked at. */
export async function countWritten(db: Db, work: BatchWork, limit: number): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (select from record_history where ${entriesOf(work)} limit ${limit}) as entries`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Records of one object that the work wrote, newest ids first, below one. With `keptFor`, only those kept for it. */
export async function recordsWritten(
  trx: Db,
  work: BatchWork,
  apiName: string,
  below: string,
  limit: number,
  keptFor: string | undefined,
): Promise<WrittenRecord[]> {
  const only =
    keptFor === undefined
      ? sql``
      : sql`and exists (select from ${keptBy(work)} as kept where kept.job_id = ${work.id}
          and kept.object_api_name = ${apiName} and kept.record_id = written.record_id and kept.reason = ${keptFor})`;
  const { rows } = await sql<{ id: string; first: number; last: number; versions: string }>`
    select record_id as id, min(version) as first, max(version) as last, count(*) as versions
    from record_history as written
    where ${entriesOf(work)} and object_api_name = ${apiName} and record_id < ${below}::bigint ${only}
    group by record_id order by record_id desc limit ${limit}`.execute(trx);
  return rows.map(({ versions, ...row }) => ({ ...row, id: String(row.id), versions: Number(versions) }));
}

/** What the work changed in records, oldest first. */
export async function changesOf(
  trx: Db,
  work: BatchWork,
  apiName: string,
  ids: readonly string[],
): Promise<HistoryRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<HistoryRow>`
    select record_id as id, version, changes from record_history
    where ${entriesOf(work)} and object_api_name = ${apiName} and record_id = any(${ids}::bigint[])
    order by record_id, version`.execute(trx);
  return rows.map((row) => ({ ...row, id: String(row.id) }));
}

/** Notes records that an undo leaves alone, or forgets those that it has dealt with after all. */
export async function noteKept(
  trx: Db,
  work: BatchWork,
  apiName: string,
  kept: ReadonlyMap<string, string>,
  dealtWith: readonly string[],
): Promise<void> {
  await sql`delete from ${keptBy(work)} where job_id = ${work.id} and object_api_name = ${apiName}
    and record_id = any(${dealtWith}::bigint[])`.execute(trx);
  if (kept.size === 0) return;
  const rows = [...kept].map(([id, reason]) => ({ id, reason }));
  await sql`
    insert into ${keptBy(work)} (job_id, object_api_name, record_id, reason)
    select ${work.id}, ${apiName}, id, reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as incoming(id bigint, reason text)
    on conflict (job_id, object_api_name, record_id) do update set reason = excluded.reason`.execute(trx);
}
