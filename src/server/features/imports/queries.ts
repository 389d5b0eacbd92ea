import { sql } from 'kysely';
import type { ImportOutcome, ImportProgress, ImportState, ImportTask } from '#schemas/api/imports.ts';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import type { Db } from '#server/db/database.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { UndoState } from '#server/core/undo/undo-run.ts';

/** An import as it is kept. */
export interface Job {
  readonly id: string;
  readonly objectApiName: string;
  readonly fileName: string;
  readonly fileBytes: number;
  readonly format: 'csv' | 'jsonl' | 'xlsx';
  readonly note: string;
  readonly author: string;
  readonly createdAt: string;
  readonly task: ImportTask | null;
  readonly state: ImportState;
  readonly wantedBy: string | null;
  readonly problem: string;
  readonly mapping: ImportMapping | null;
  readonly progress: ImportProgress | null;
  readonly checked: ImportOutcome | null;
  readonly result: ImportOutcome | null;
  readonly undo: UndoState | null;
}

const COLUMNS = sql.raw(`id, object_api_name as "objectApiName", file_name as "fileName",
  file_bytes::float8 as "fileBytes", format, note, author, created_at as "createdAt", task, state,
  wanted_by as "wantedBy", problem, mapping, progress, checked, result, undo`);

const MOST_LISTED = 200;

export async function insertJob(
  db: Db,
  job: Pick<Job, 'id' | 'objectApiName' | 'fileName' | 'fileBytes' | 'format' | 'note' | 'author'>,
  at: Date,
): Promise<void> {
  await sql`
    insert into import_job (id, object_api_name, file_name, file_bytes, format, note, author, created_at)
    values (${job.id}, ${job.objectApiName}, ${job.fileName}, ${job.fileBytes}, ${job.format}, ${job.note},
      ${job.author}, ${at}::timestamptz)`.execute(db);
}

export async function readJob(db: Db, id: string): Promise<Job | undefined> {
  const { rows } = await sql<Job>`select ${COLUMNS} from import_job where id = ${id}`.execute(db);
  return rows[0];
}

/** Imports, newest first. */
export async function listJobs(db: Db): Promise<Job[]> {
  const { rows } = await sql<Job>`
    select ${COLUMNS} from import_job order by created_at desc, id limit ${MOST_LISTED}`.execute(db);
  return rows;
}

/**
 * Keeps a mapping; whatever a dry run found out is of another mapping, unless only those who are notified differ. False when the import has gone
 * further.
 */
export async function keepMapping(db: Db, id: string, objectApiName: string, mapping: ImportMapping): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update import_job set mapping = ${JSON.stringify(mapping)}::jsonb, object_api_name = ${objectApiName},
      checked = case when mapping - 'notify' = ${JSON.stringify(mapping)}::jsonb - 'notify' then checked end
    where id = ${id} and result is null and undo is null and state not in ('queued', 'running')
      and (task is null or task = 'check' or (task = 'run' and progress is null))`.execute(db);
  return numAffectedRows === 1n;
}

/** Puts an import in the queue. False when it is there already, or runs. */
export async function queueJob(db: Db, id: string, task: ImportTask, by: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update import_job set state = 'queued', task = ${task}, wanted_by = ${by}, queued_at = ${at}::timestamptz,
      stop_requested = false, problem = '', progress = null
    where id = ${id} and state not in ('queued', 'running')`.execute(db);
  return numAffectedRows === 1n;
}

/** Imports that wait, in their order. */
export async function queuedJobs(db: Db): Promise<{ id: string }[]> {
  return db
    .selectFrom('import_job')
    .select('id')
    .where('state', '=', 'queued')
    .orderBy('queued_at')
    .orderBy('id')
    .execute();
}

/** Imports that go before this one. */
export async function countAhead(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from import_job as other, import_job as own
    where own.id = ${id} and (other.state = 'running'
      or (other.state = 'queued' and (other.queued_at, other.id) < (own.queued_at, own.id)))`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Takes an import out of the queue to run it; undefined when a user was first. */
export async function takeJob(db: Db, id: string): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    update import_job set state = 'running' where id = ${id} and state = 'queued' returning ${COLUMNS}`.execute(db);
  return rows[0];
}

/** Those that run in no process any more; `except` is the one of this process. */
export async function interruptOthers(db: Db, except: string | undefined): Promise<void> {
  await sql`update import_job set state = 'interrupted'
    where state = 'running' and id <> ${except ?? ''}`.execute(db);
}

/** Keeps progress for other processes to see; true when a user asked it to stop. */
export async function keepProgress(db: Db, id: string, progress: ImportProgress): Promise<boolean> {
  const { rows } = await sql<{ stop: boolean }>`
    update import_job set progress = ${JSON.stringify(progress)}::jsonb where id = ${id} and state = 'running'
    returning stop_requested as stop`.execute(db);
  return rows[0]?.stop ?? true;
}

/** Takes an import that waits out of the queue, or asks one that runs to stop. */
export async function requestStop(db: Db, id: string): Promise<void> {
  await sql`update import_job set stop_requested = true,
    state = case when state = 'queued' then 'stopped' else state end
    where id = ${id} and state in ('queued', 'running')`.execute(db);
}

/** Ends the task at hand. */
export async function endJob(
  db: Db,
  id: string,
  end: {
    readonly state: ImportState;
    readonly problem?: string;
    readonly checked?: ImportOutcome;
    readonly result?: ImportOutcome;
  },
): Promise<void> {
  const { state, problem = '', checked, result } = end;
  await sql`
    update import_job set state = ${state}, problem = ${problem},
      checked = coalesce(${checked ? JSON.stringify(checked) : null}::jsonb, checked),
      result = coalesce(${result ? JSON.stringify(result) : null}::jsonb, result)
    where id = ${id}`.execute(db);
}

/** Moves an undo on, in the transaction of its slice. False when another process has moved it. */
export async function moveUndo(trx: Db, id: string, state: UndoState, from: UndoState | undefined): Promise<boolean> {
  const before = from === undefined ? null : JSON.stringify(from);
  const { numAffectedRows } = await sql`
    update import_job set undo = ${JSON.stringify(state)}::jsonb,
      state = case when ${state.done} then 'finished' else state end
    where id = ${id} and undo is not distinct from ${before}::jsonb`.execute(trx);
  return numAffectedRows === 1n;
}

export async function deleteJob(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from import_job where id = ${id} and result is null and undo is null
      and state not in ('queued', 'running') and (task is null or task = 'check')`.execute(db);
  return numAffectedRows === 1n;
}

/** What a stopped import has kept so far; undefined where it has kept nothing. */
export async function keptState(db: Db, runId: string): Promise<object | undefined> {
  const found = await db.selectFrom('import_run').select('state').where('id', '=', runId).executeTakeFirst();
  return found?.state;
}

export async function forgetRun(db: Db, runId: string): Promise<void> {
  await db.deleteFrom('import_run').where('id', '=', runId).execute();
}

const MOST_KEPT = 100;

/** Records that an undo kept, the first hundred. */
export async function keptRecords(
  db: Db,
  id: string,
): Promise<{ objectApiName: string; id: string; reason: string }[]> {
  const { rows } = await sql<{ objectApiName: string; id: string; reason: string }>`
    select object_api_name as "objectApiName", record_id as id, reason from import_kept
    where job_id = ${id} order by object_api_name, record_id limit ${MOST_KEPT}`.execute(db);
  return rows.map((row) => ({ ...row, id: String(row.id) }));
}

/** Names of records by id. */
export async function namesOf(db: Db, object: CatalogObject, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string | null }>`
    select id, ${sql.ref(object.definition.nameField)} as name from ${sql.table(object.table)}
    where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [String(id), name ?? '']));
}

/** Names of accounts by id. */
export async function accountNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from account where id::text = any(${ids}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [String(id), name]));
}

/** Sources that records of an object have natural keys of; jumps from one to the next in the index. */
export async function sourcesOf(db: Db, objectApiName: string): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    with recursive found (source) as (
      (select source from record_key where object_api_name = ${objectApiName} order by source limit 1)
      union all
      select (select source from record_key where object_api_name = ${objectApiName} and source > found.source
        order by source limit 1) from found where found.source is not null
    ) select source from found where source is not null limit 100`.execute(db);
  return rows.map(({ source }) => source);
}

/** Mappings that packages brought for an object, by name. */
export async function keptMappings(db: Db, objectApiName: string): Promise<ImportMapping[]> {
  const { rows } = await sql<{ mapping: ImportMapping }>`
    select mapping from kept_mapping where object_api_name = ${objectApiName} order by name`.execute(db);
  return rows.map(({ mapping }) => mapping);
}
