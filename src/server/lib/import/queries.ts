import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Counts } from './report/counts.ts';

/** An import that has not ended: how far it is kept, and what it counted up to there. */
export interface RunState {
  /** Last row of the file that is kept. */
  readonly row: number;
  readonly counts: Counts;
  /** Bytes of rejected.csv that belong to the rows up to here. */
  readonly rejectedBytes: number;
}

/** State of an import that was stopped; undefined when there is none. */
export async function readRun(db: Db, id: string): Promise<RunState | undefined> {
  const found = await db.selectFrom('import_run').select('state').where('id', '=', id).executeTakeFirst();
  return found?.state as RunState | undefined;
}

/** Begins an import, over whatever an earlier one left. */
export async function beginRun(db: Db, id: string, state: RunState): Promise<void> {
  await sql`
    insert into import_run (id, row, state) values (${id}, ${state.row}, ${JSON.stringify(state)}::jsonb)
    on conflict (id) do update set row = excluded.row, state = excluded.state`.execute(db);
}

/** Moves an import on, in the transaction that keeps its rows. False when somebody else moved it meanwhile. */
export async function advanceRun(trx: Db, id: string, from: number, state: RunState): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update import_run set row = ${state.row}, state = ${JSON.stringify(state)}::jsonb
    where id = ${id} and row = ${from}`.execute(trx);
  return numAffectedRows === 1n;
}

export async function endRun(db: Db, id: string): Promise<void> {
  await db.deleteFrom('import_run').where('id', '=', id).execute();
}
