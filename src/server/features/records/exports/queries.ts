import { type Selectable, sql } from 'kysely';
import { type ExportQuery, type ExportStatus, MAX_EXPORTS_KEPT } from '#schemas/api/exports.ts';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

/** An export as it is kept; `lost` when the process that was sending it has not reported for a while. */
export type RunRow = Selectable<Tables['export_run']> & { readonly lost: boolean };

const LOST = sql<boolean>`(status = 'running' and beat_at < now() - interval '15 seconds')`;

const select = (db: Db, accountId: string) =>
  db.selectFrom('export_run').selectAll().select(LOST.as('lost')).where('account_id', '=', accountId);

/** Keeps a new export and forgets the oldest of the account. */
export async function insertRun(
  db: Db,
  run: { accountId: string; query: ExportQuery; fileName: string; at: Date },
): Promise<RunRow> {
  const { objectApiName, format } = run.query;
  const row = await db
    .insertInto('export_run')
    .values({
      account_id: run.accountId,
      object_api_name: objectApiName,
      format,
      query: JSON.stringify(run.query),
      file_name: run.fileName,
      created_at: run.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const kept = select(db, run.accountId).clearSelect().select('id').orderBy('id', 'desc').limit(MAX_EXPORTS_KEPT);
  await db
    .deleteFrom('export_run')
    .where('account_id', '=', run.accountId)
    .where('status', '<>', 'running')
    .where('id', 'not in', kept)
    .execute();
  return { ...row, lost: false };
}

/** Counts one export of an account on a day; false, and nothing counted, when it has begun as many as it may. In a transaction. */
export async function countRun(trx: Db, accountId: string, day: string, most: number | null): Promise<boolean> {
  const { rows } = await sql<{ runs: number }>`
    insert into export_day as counted (account_id, day, runs) values (${accountId}, ${day}, 1)
    on conflict (account_id, day) do update set runs = counted.runs + 1
      where ${most}::integer is null or counted.runs < ${most}
    returning runs`.execute(trx);
  return rows.length > 0;
}

/** How many exports an account began on a day. */
export async function runsOnDay(db: Db, accountId: string, day: string): Promise<number> {
  const row = await db
    .selectFrom('export_day')
    .select('runs')
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.runs ?? 0;
}

/** The latest exports of an account, newest first. */
export const latestRuns = (db: Db, accountId: string): Promise<RunRow[]> =>
  select(db, accountId).orderBy('id', 'desc').limit(MAX_EXPORTS_KEPT).execute();

/** One export of an account. */
export const runById = (db: Db, accountId: string, id: string): Promise<RunRow | undefined> =>
  select(db, accountId).where('id', '=', id).executeTakeFirst();

/**
 * Makes an export the caller's to send. Undefined when there is none of the account, `running` when it is being sent
 * already, `busy` when the account has as many running as it may.
 */
export async function claimRun(
  db: Db,
  accountId: string,
  id: string,
  most: number,
  at: Date,
): Promise<RunRow | 'running' | 'busy' | undefined> {
  return db.transaction().execute(async (trx) => {
    // Two requests of one account are serialised here, so that none counts what the other has not written yet.
    await trx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute();
    const run = await runById(trx, accountId, id);
    if (!run) return undefined;
    if (run.status === 'running' && !run.lost) return 'running';
    const running = await select(trx, accountId).where('status', '=', 'running').execute();
    if (running.filter((other) => !other.lost && other.id !== id).length >= most) return 'busy';
    const claimed = await trx
      .updateTable('export_run')
      .set((row) => ({
        status: 'running' as const,
        attempt: row('attempt', '+', 1),
        rows: 0,
        total: null,
        message: '',
        started_at: at,
        ended_at: null,
        beat_at: sql<string>`now()`,
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...claimed, lost: false };
  });
}

/** What names one sending of an export. */
export interface Attempt {
  readonly id: string;
  readonly attempt: number;
}

const running = (db: Db, { id, attempt }: Attempt) =>
  db.updateTable('export_run').where('id', '=', id).where('attempt', '=', attempt).where('status', '=', 'running');

/** Says that it goes on, and how far it has come; false when it was ended elsewhere. */
export async function beatRun(db: Db, run: Attempt, rows: number, total: number | null): Promise<boolean> {
  const { numUpdatedRows } = await running(db, run)
    .set({ rows, total, beat_at: sql<string>`now()` })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Writes how it ended; false when it was ended elsewhere. */
export async function endRun(
  db: Db,
  run: Attempt,
  end: { status: ExportStatus; rows: number; total: number | null; message: string; at: Date },
): Promise<boolean> {
  const { at, ...set } = end;
  const { numUpdatedRows } = await running(db, run)
    .set({ ...set, ended_at: at })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends an export that has not ended. */
export async function cancelRun(db: Db, accountId: string, id: string, message: string, at: Date): Promise<void> {
  await db
    .updateTable('export_run')
    .set({ status: 'cancelled', message, ended_at: at })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('status', 'in', ['ready', 'running'])
    .execute();
}
