import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

export interface BackupRun {
  readonly day: string;
  readonly tries: number;
  readonly ended_at: string | null;
  readonly file: string | null;
  readonly problem: string | null;
}

const COLUMNS = ['day', 'tries', 'ended_at', 'file', 'problem'] as const;

export async function runOf(db: Db, day: string): Promise<BackupRun | undefined> {
  return db.selectFrom('backup_run').select(COLUMNS).where('day', '=', day).executeTakeFirst();
}

/** The latest day, and the latest one that has a file. */
export async function latestRuns(db: Db): Promise<{ last: BackupRun | undefined; good: BackupRun | undefined }> {
  const runs = db.selectFrom('backup_run').select(COLUMNS).orderBy('day', 'desc').limit(1);
  return { last: await runs.executeTakeFirst(), good: await runs.where('file', 'is not', null).executeTakeFirst() };
}

/** Notes that the backup of a day begins, once more where a process died under way. */
export async function beginRun(db: Db, day: string, now: Date): Promise<void> {
  await sql`
    insert into backup_run as kept (day, started_at) values (${day}::date, ${now.toISOString()}::timestamptz)
    on conflict (day) do update set tries = kept.tries + 1, started_at = excluded.started_at`.execute(db);
}

export async function endRun(
  db: Db,
  day: string,
  outcome: { readonly file: string } | { readonly problem: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('backup_run')
    .set({ ...outcome, ended_at: now })
    .where('day', '=', day)
    .execute();
}
