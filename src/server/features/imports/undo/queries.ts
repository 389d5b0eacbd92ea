import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { HistoryRow } from '#server/core/records/history-queries.ts';

/** What one import wrote of one record: its first and last version by it, and how many. */
export interface WrittenRecord {
  readonly id: string;
  readonly first: number;
  readonly last: number;
  readonly versions: number;
}

/** The rows of record_history that one import wrote, in the words of their index. */
const ofImport = (jobId: string) => sql`right(origin, 32) = ${jobId} and origin like 'import:%#%'`;

/** Objects of which an import wrote records; jumps from one to the next in the index. */
export async function objectsWritten(db: Db, jobId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive found (name) as (
      (select object_api_name from record_history where ${ofImport(jobId)} order by object_api_name limit 1)
      union all
      select (select object_api_name from record_history
        where ${ofImport(jobId)} and object_api_name > found.name order by object_api_name limit 1)
      from found where found.name is not null
    ) select name from found where name is not null`.execute(db);
  return rows.map(({ name }) => name);
}

/** How many records of these an import wrote, at most `limit` entries of history looked at. */
export async function countWritten(db: Db, jobId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (select from record_history where ${ofImport(jobId)} limit ${limit}) as entries`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Records of one object that an import wrote, newest ids first, below one. With `keptFor`, only those kept for it. */
export async function recordsWritten(
  trx: Db,
  jobId: string,
  apiName: string,
  below: string,
  limit: number,
  keptFor: string | undefined,
): Promise<WrittenRecord[]> {
  const only =
    keptFor === undefined
      ? sql``
      : sql`and exists (select from import_kept as kept where kept.job_id = ${jobId}
          and kept.object_api_name = ${apiName} and kept.record_id = written.record_id and kept.reason = ${keptFor})`;
  const { rows } = await sql<{ id: string; first: number; last: number; versions: string }>`
    select record_id as id, min(version) as first, max(version) as last, count(*) as versions
    from record_history as written
    where ${ofImport(jobId)} and object_api_name = ${apiName} and record_id < ${below}::bigint ${only}
    group by record_id order by record_id desc limit ${limit}`.execute(trx);
  return rows.map(({ versions, ...row }) => ({ ...row, id: String(row.id), versions: Number(versions) }));
}

/** What an import changed in records, oldest first. */
export async function changesOfImport(
  trx: Db,
  jobId: string,
  apiName: string,
  ids: readonly string[],
): Promise<HistoryRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<HistoryRow>`
    select record_id as id, version, changes from record_history
    where ${ofImport(jobId)} and object_api_name = ${apiName} and record_id = any(${ids}::bigint[])
    order by record_id, version`.execute(trx);
  return rows.map((row) => ({ ...row, id: String(row.id) }));
}

/** Notes records that an undo leaves alone, or forgets those that it has dealt with after all. */
export async function noteKept(
  trx: Db,
  jobId: string,
  apiName: string,
  kept: ReadonlyMap<string, string>,
  dealtWith: readonly string[],
): Promise<void> {
  await sql`delete from import_kept where job_id = ${jobId} and object_api_name = ${apiName}
    and record_id = any(${dealtWith}::bigint[])`.execute(trx);
  if (kept.size === 0) return;
  const rows = [...kept].map(([id, reason]) => ({ id, reason }));
  await sql`
    insert into import_kept (job_id, object_api_name, record_id, reason)
    select ${jobId}, ${apiName}, id, reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as incoming(id bigint, reason text)
    on conflict (job_id, object_api_name, record_id) do update set reason = excluded.reason`.execute(trx);
}
