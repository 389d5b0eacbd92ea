import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { type Counts, noCounts } from '#server/features/imports/report/counts.ts';
import type { ProblemGroup } from '#server/features/imports/report/problem-groups.ts';

/** An import that has not ended: how far it is kept, and what it counted up to there. */
export interface RunState {
  /** Last row of the file that is kept. */
  readonly row: number;
  readonly counts: Counts;
  /** Bytes of rejected.csv that belong to the rows up to here. */
  readonly rejectedBytes: number;
  /** Refusals of alike kind, with the rows they were met in; kept where the run was asked for them. */
  readonly groups?: readonly ProblemGroup[];
}

/** State of an import that was stopped; undefined when there is none. */
export async function readRun(db: Db, id: string): Promise<RunState | undefined> {
  const found = await db.selectFrom('import_run').select('state').where('id', '=', id).executeTakeFirst();
  if (!found) return undefined;
  const state = found.state as unknown as RunState;
  // A run of an earlier version does not know every count.
  return { ...state, counts: { ...noCounts(), ...state.counts } };
}

/** Begins an import, over whatever an earlier one left. */
export async function beginRun(db: Db, id: string, state: RunState): Promise<void> {
  await sql`
    insert into import_run (id, row, state) values (${id}, ${state.row}, ${JSON.stringify(state)}::jsonb)
    on conflict (id) do update set row = excluded.row, state = excluded.state`.execute(db);
}

/** Moves an import on, in the transaction that keeps its rows. False when another user moved it meanwhile. */
export async function advanceRun(trx: Db, id: string, from: number, state: RunState): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update import_run set row = ${state.row}, state = ${JSON.stringify(state)}::jsonb
    where id = ${id} and row = ${from}`.execute(trx);
  return numAffectedRows === 1n;
}

export async function endRun(db: Db, id: string): Promise<void> {
  await db.deleteFrom('import_run').where('id', '=', id).execute();
}

/** What a dry run shows of an update: the record and its fields before and after. */
export interface UpdateSample {
  readonly id: string;
  readonly changes: Readonly<Record<string, { before: unknown; after: unknown }>>;
}

/** Changes that a transaction has just written, for a look at them before it is rolled back. */
export async function changesWritten(
  trx: Db,
  apiName: string,
  ids: readonly string[],
  origin: string,
): Promise<UpdateSample[]> {
  const { rows } = await sql<UpdateSample>`
    select record_id as id, changes from record_history
    where object_api_name = ${apiName} and record_id = any(${ids}::bigint[]) and origin = ${origin} and version > 1
    order by record_id`.execute(trx);
  return rows.map(({ id, changes }) => ({ id: String(id), changes }));
}

/** Which of these records a source knows by some natural key. */
export async function idsKeyedBy(
  db: Db,
  apiName: string,
  source: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select record_id as id from record_key
    where object_api_name = ${apiName} and source = ${source} and record_id = any(${ids}::bigint[])`.execute(db);
  return new Set(rows.map(({ id }) => String(id)));
}
