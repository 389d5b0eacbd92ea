import { type Selectable, sql } from 'kysely';
import type { BulkChange, BulkCounts, BulkPreview, BulkTask } from '#schemas/api/bulk.ts';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { runText } from '#server/db/prepared.ts';
import type { Statement } from '#server/db/read-queries.ts';
import type { UndoState } from '#server/core/undo/undo-run.ts';

/** A bulk edit as it is kept. */
export type BulkRow = Selectable<Tables['bulk_edit']>;

/** How far the writing is: all records up to an id, and what became of them. */
export type RunState = BulkCounts & { readonly after: string };

/** States in which the work waits or is worked on. */
const AT_WORK = ['previewing', 'running', 'undoing'] as const;

export const readBulkRow = (db: Db, id: string): Promise<BulkRow | undefined> =>
  db.selectFrom('bulk_edit').selectAll().where('id', '=', id).executeTakeFirst();

/** The work that an author asked for under a key before. */
export const bulkByKey = (db: Db, author: string, clientKey: string): Promise<BulkRow | undefined> =>
  db
    .selectFrom('bulk_edit')
    .selectAll()
    .where('author', '=', author)
    .where('client_key', '=', clientKey)
    .executeTakeFirst();

/**
 * Keeps new work with the records that a statement gives, as id and version. Undefined where the author has asked for it
 * under the same key.
 */
export async function insertBulk(
  trx: Db,
  bulk: {
    readonly objectApiName: string;
    readonly task: BulkTask;
    readonly author: string;
    readonly clientKey: string;
    readonly reason: string;
    readonly changes: readonly BulkChange[];
    readonly words: string;
  },
  { text, values }: Statement,
  at: Date,
): Promise<BulkRow | undefined> {
  const made = await trx
    .insertInto('bulk_edit')
    .values({
      object_api_name: bulk.objectApiName,
      task: bulk.task,
      author: bulk.author,
      client_key: bulk.clientKey,
      reason: bulk.reason,
      changes: JSON.stringify(bulk.changes),
      words: bulk.words,
      total: 0,
      created_at: at,
      queued_at: at,
    })
    .onConflict((conflict) => conflict.columns(['author', 'client_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return undefined;
  // The statement numbers its own places from 1: the id comes behind them.
  const place = `$${values.length + 1}`;
  const insert = `insert into bulk_record (bulk_id, record_id, version)
    select ${place}::bigint, frozen.id, frozen.version from (${text}) as frozen`;
  await runText(trx, insert, [...values, made.id]);
  return trx
    .updateTable('bulk_edit')
    .set({ total: sql<number>`(select count(*) from bulk_record where bulk_id = ${made.id})` })
    .where('id', '=', made.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The next work that waits, or that a process has left. */
export const nextBulk = (db: Db): Promise<BulkRow | undefined> =>
  db
    .selectFrom('bulk_edit')
    .selectAll()
    .where('state', 'in', AT_WORK)
    .orderBy('queued_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export interface FrozenRecord {
  readonly id: string;
  readonly version: number;
}

/** Frozen records behind an id, in order of id; with `outcome` only those that the preview found so. */
export async function frozenAfter(
  trx: Db,
  bulkId: string,
  after: string,
  limit: number,
  outcome?: string,
): Promise<FrozenRecord[]> {
  const rows = await trx
    .selectFrom('bulk_record')
    .select(['record_id as id', 'version'])
    .where('bulk_id', '=', bulkId)
    .where('record_id', '>', after)
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? ''))
    .orderBy('record_id')
    .limit(limit)
    .execute();
  return rows.map(({ id, version }) => ({ id: String(id), version }));
}

/** Notes what the preview found of records. */
export async function noteOutcomes(
  trx: Db,
  bulkId: string,
  found: readonly { readonly id: string; readonly outcome: string }[],
): Promise<void> {
  await sql`
    update bulk_record as kept set outcome = incoming.outcome
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as incoming(id bigint, outcome text)
    where kept.bulk_id = ${bulkId} and kept.record_id = incoming.id`.execute(trx);
}

/** Names records that the work leaves alone, and why. */
export async function noteLeft(
  trx: Db,
  bulkId: string,
  objectApiName: string,
  left: readonly { readonly id: string; readonly reason: string }[],
): Promise<void> {
  if (left.length === 0) return;
  await sql`
    insert into bulk_kept (job_id, object_api_name, record_id, reason)
    select ${bulkId}::bigint, ${objectApiName}, id, reason
    from jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as incoming(id bigint, reason text)
    on conflict (job_id, object_api_name, record_id) do update set reason = excluded.reason`.execute(trx);
}

/** How far work is, or how it ended. */
interface Move {
  readonly preview?: BulkPreview;
  readonly run?: RunState;
  readonly undo?: UndoState;
  readonly state?: BulkRow['state'];
  readonly problem?: string;
  readonly endedAt?: Date;
}

/** Moves work on that is in a state; false when a user has ended it meanwhile. */
export async function moveBulk(
  trx: Db,
  id: string,
  from: readonly BulkRow['state'][],
  { preview, run, undo, state, problem, endedAt }: Move,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('bulk_edit')
    .set({
      ...(preview && { preview: JSON.stringify(preview) }),
      ...(run && { run: JSON.stringify(run) }),
      ...(undo && { undo: JSON.stringify(undo) }),
      ...(state !== undefined && { state }),
      ...(problem !== undefined && { problem }),
      ...(endedAt && { ended_at: endedAt }),
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Puts work into the queue for its next part; false when it is in another state. */
export async function queueBulk(
  db: Db,
  id: string,
  from: readonly BulkRow['state'][],
  state: 'running' | 'undoing',
  at: Date,
  undone?: { readonly by: string; readonly reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bulk_edit')
    .set({
      state,
      queued_at: at,
      ended_at: null,
      problem: '',
      ...(undone && { undone_by: undone.by, undo_reason: undone.reason }),
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Forgets the frozen records of work that has ended. */
export const forgetFrozen = (trx: Db, id: string) => trx.deleteFrom('bulk_record').where('bulk_id', '=', id).execute();

/** Ends previews that were confirmed by no one since a moment. */
export async function endForgotten(db: Db, since: Date, at: Date): Promise<void> {
  await sql`
    with ended as (
      update bulk_edit set state = 'cancelled', ended_at = ${at}::timestamptz
      where state = 'ready' and queued_at < ${since}::timestamptz returning id
    ) delete from bulk_record where bulk_id in (select id from ended)`.execute(db);
}
