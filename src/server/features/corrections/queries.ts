import { type Selectable, sql } from 'kysely';
import type { CorrectionState } from '#schemas/api/corrections.ts';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

export type CorrectionRow = Selectable<Tables['correction']>;

/** Undecided proposals of one person at most: a queue that staff can still work off. */
export const MAX_PENDING = 50;

export interface NewCorrection {
  readonly objectApiName: string;
  readonly recordId: string;
  readonly field: string;
  readonly before: unknown;
  readonly proposed: unknown;
  /** Which value of which record, and both values, as users read them. */
  readonly title: string;
  readonly beforeText: string | null;
  readonly proposedText: string | null;
  readonly reason: string;
  readonly evidence: string | null;
  readonly accountId: string;
}

/** The id of the new proposal; undefined when this person has one for the same value already. */
export async function insertCorrection(db: Db, correction: NewCorrection, at: Date): Promise<string | undefined> {
  const row = await db
    .insertInto('correction')
    .values({
      object_api_name: correction.objectApiName,
      record_id: correction.recordId,
      field: correction.field,
      before: JSON.stringify(correction.before),
      proposed: JSON.stringify(correction.proposed),
      title: correction.title,
      before_text: correction.beforeText,
      proposed_text: correction.proposedText,
      reason: correction.reason,
      evidence: correction.evidence,
      account_id: correction.accountId,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'object_api_name', 'record_id', 'field'])
        .where('state', '=', 'pending')
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** One proposal; with `lock` no other transaction decides it until this one ends. */
export async function correctionById(db: Db, id: string, lock = false): Promise<CorrectionRow | undefined> {
  if (lock) await sql`select 1 from correction where id = ${id} for update`.execute(db);
  return db.selectFrom('correction').selectAll().where('id', '=', id).executeTakeFirst();
}

/** How many proposals of a person are not decided. */
export async function pendingCount(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('correction')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return Number(row?.count);
}

/** Has this person an undecided proposal for the value? */
export async function hasPending(
  db: Db,
  accountId: string,
  objectApiName: string,
  recordId: string,
  field: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('correction')
    .select('id')
    .where('account_id', '=', accountId)
    .where('object_api_name', '=', objectApiName)
    .where('record_id', '=', recordId)
    .where('field', '=', field)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the undecided proposal of a user for a value back, if there is one. */
export async function withdrawPending(
  trx: Db,
  { accountId, objectApiName, recordId, field }: NewCorrection,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('correction')
    .set({ state: 'withdrawn', decided_at: at.toISOString() })
    .where('account_id', '=', accountId)
    .where('object_api_name', '=', objectApiName)
    .where('record_id', '=', recordId)
    .where('field', '=', field)
    .where('state', '=', 'pending')
    .execute();
}

/** Ends a proposal. `decidedBy` is null when it was withdrawn. */
export async function endCorrection(
  db: Db,
  id: string,
  state: Exclude<CorrectionState, 'pending'>,
  decidedBy: string | null,
  note: string | null,
  at: Date,
): Promise<void> {
  await db
    .updateTable('correction')
    .set({ state, decided_by: decidedBy, note, decided_at: at })
    .where('id', '=', id)
    .execute();
}

/** What brought a value in: the last change that touched the field, else the creation of the record. */
export async function originOf(
  db: Db,
  objectApiName: string,
  recordId: string,
  field: string,
): Promise<{ readonly origin: string; readonly version: number; readonly at: string } | undefined> {
  const { rows: found } = await sql<{ origin: string; version: number; at: string }>`
    select origin, version, at from record_history
    where object_api_name = ${objectApiName} and record_id = ${recordId} and (version = 1 or jsonb_exists(changes, ${field}))
    order by version desc limit 1`.execute(db);
  return found[0];
}
