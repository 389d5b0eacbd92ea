import { type Selectable, sql } from 'kysely';
import type { MergeState } from '#schemas/api/merging.ts';
import { isClash } from '#server/db/clashes.ts';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { Vault } from '#server/db/vault.ts';
import { columnsOf, opened, type StoredRecord, toPlain } from '#server/core/records/queries.ts';
import type { MergedPair } from './register-queries.ts';

export type MergeRow = Omit<Selectable<Tables['merge']>, 'loser_row' | 'survivor_row' | 'merged_row' | 'choices'>;

const COLUMNS = [
  'id',
  'client_key',
  'object_api_name',
  'survivor_id',
  'loser_id',
  'survivor_name',
  'loser_name',
  'state',
  'actor_id',
  'reason',
  'at',
  'done_at',
  'undone_by',
  'undo_reason',
  'undone_at',
] as const;

/** One merge; with `lock` no other process works on it until the transaction ends. */
export async function mergeById(db: Db, id: string, lock = false): Promise<MergeRow | undefined> {
  const query = db.selectFrom('merge').select(COLUMNS).where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** The merge that was asked for under a key. */
export const mergeByKey = (db: Db, key: string): Promise<MergeRow | undefined> =>
  db.selectFrom('merge').select(COLUMNS).where('client_key', '=', key).executeTakeFirst();

/** Merges whose references are on their way, oldest first. */
export async function runningMerges(db: Db): Promise<string[]> {
  const running = db.selectFrom('merge').select('id').where('state', 'in', ['moving', 'undoing']);
  return (await running.orderBy('id').execute()).map(({ id }) => id);
}

/** Merges that were not undone in which one of these records is the survivor or the one that went. */
export const mergesOf = (db: Db, objectApiName: string, ids: readonly string[]): Promise<MergeRow[]> =>
  db
    .selectFrom('merge')
    .select(COLUMNS)
    .where('object_api_name', '=', objectApiName)
    .where('state', '!=', 'undone')
    .where((of) => of.or([of('survivor_id', 'in', ids), of('loser_id', 'in', ids)]))
    .orderBy('id')
    .execute();

/**
 * Keeps everybody from writing records of some objects until the transaction ends, once those who are writing have ended;
 * gives the versions that the objects have. Gives up within a second rather than have a writer and this one wait for each
 * other.
 */
export async function holdObjects(trx: Db, apiNames: readonly string[]) {
  await sql`set local lock_timeout = '800ms'`.execute(trx);
  const { rows } = await sql<{ apiName: string; version: number; revision: number }>`
    select api_name as "apiName", version, revision from meta_object where api_name = any(${apiNames}::text[])
    order by api_name for update`.execute(trx);
  await sql`set local lock_timeout = 0`.execute(trx);
  return rows;
}

/** Did a statement fail as it waited for a lock for too long, or as two waited for each other? */
export const isLockFault = (error: unknown): boolean =>
  isClash(error) || (error as { code?: unknown } | null)?.code === '55P03';

export interface NewMerge {
  readonly key: string;
  readonly objectApiName: string;
  readonly survivorId: string;
  readonly loserId: string;
  readonly survivorName: string;
  readonly loserName: string;
  readonly choices: object;
  readonly actorId: string;
  readonly reason: string;
}

/** Begins a merge: keeps both rows as they are; gives its id. */
export async function insertMerge(trx: Db, table: string, merge: NewMerge, at: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into merge (client_key, object_api_name, survivor_id, loser_id, survivor_name, loser_name, choices, loser_row,
      survivor_row, merged_row, state, actor_id, reason, at)
    select ${merge.key}, ${merge.objectApiName}, s.id, l.id, ${merge.survivorName}, ${merge.loserName},
      ${JSON.stringify(merge.choices)}::jsonb, to_jsonb(l), to_jsonb(s), to_jsonb(s), 'moving', ${merge.actorId}::bigint,
      ${merge.reason}, ${at}::timestamptz
    from ${sql.table(table)} s, ${sql.table(table)} l
    where s.id = ${merge.survivorId}::bigint and l.id = ${merge.loserId}::bigint
    returning id`.execute(trx);
  return rows[0]?.id ?? '';
}

/** Keeps the survivor as the merge made it. */
export async function keepMerged(trx: Db, table: string, id: string): Promise<void> {
  await sql`
    update merge set merged_row = to_jsonb(s) from ${sql.table(table)} s
    where merge.id = ${id}::bigint and s.id = merge.survivor_id`.execute(trx);
}

/** A record as a merge kept its row, whole. */
export async function keptRecord(
  trx: Db,
  vault: Vault,
  object: CatalogObject,
  mergeId: string,
  which: 'loser_row' | 'survivor_row' | 'merged_row',
): Promise<StoredRecord | undefined> {
  const columns = sql.join(columnsOf(object).map(({ name }) => sql.ref(`r.${name}`)));
  const { rows } = await sql<Record<string, unknown>>`
    select r.id, r.version, r."createdBy", ${columns}
    from merge m, jsonb_populate_record(null::${sql.table(object.table)}, ${sql.ref(`m.${which}`)}) as r
    where m.id = ${mergeId}::bigint`.execute(trx);
  const [row] = rows;
  return row && opened(object, vault, toPlain(object, row));
}

/**
 * Gives a record that came back what its row had beside its values when it was merged, and what fields that were removed
 * held; it was written at `at`.
 */
export async function restoreRow(trx: Db, object: CatalogObject, mergeId: string, at: Date): Promise<void> {
  const hidden = columnsOf({ fields: object.definition.fields.filter(({ removed }) => removed === true) });
  const kept = ['createdAt', 'createdBy', 'client_key', ...hidden.map(({ name }) => name)];
  const sets = kept.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`);
  await sql`
    update ${sql.table(object.table)} as back set "updatedAt" = ${at}::timestamptz, ${sql.join(sets)}
    from merge m, jsonb_populate_record(null::${sql.table(object.table)}, m.loser_row) as r
    where m.id = ${mergeId}::bigint and back.id = m.loser_id`.execute(trx);
}

/** Writes that a merge has come to another state. */
export async function setState(
  trx: Db,
  id: string,
  state: MergeState,
  more: {
    readonly done_at?: Date;
    readonly undone_at?: Date;
    readonly undone_by?: string;
    readonly undo_reason?: string;
  } = {},
): Promise<void> {
  await trx
    .updateTable('merge')
    .set({ state, ...more })
    .where('id', '=', id)
    .execute();
}

/** Leads the old id to the survivor, and with it every id that led to the record which goes. */
export async function insertAlias(trx: Db, pair: MergedPair, at: Date): Promise<void> {
  const { objectApiName, survivorId, loserId, mergeId } = pair;
  await sql`
    update record_alias set record_id = ${survivorId}::bigint
    where object_api_name = ${objectApiName} and record_id = ${loserId}::bigint`.execute(trx);
  await sql`
    insert into record_alias (object_api_name, old_id, record_id, merge_id, at)
    values (${objectApiName}, ${loserId}::bigint, ${survivorId}::bigint, ${mergeId}::bigint, ${at}::timestamptz)`.execute(
    trx,
  );
}

/** Ends what `insertAlias` did: ids that led on over the record that comes back lead to it again. */
export async function removeAlias(trx: Db, { objectApiName, loserId }: MergedPair): Promise<void> {
  await sql`
    with recursive behind (id) as (
      select loser_id from merge
        where object_api_name = ${objectApiName} and survivor_id = ${loserId}::bigint and state <> 'undone'
      union
      select m.loser_id from merge m join behind on m.survivor_id = behind.id
        where m.object_api_name = ${objectApiName} and m.state <> 'undone')
    update record_alias set record_id = ${loserId}::bigint
    where object_api_name = ${objectApiName} and old_id in (select id from behind)`.execute(trx);
  await trx
    .deleteFrom('record_alias')
    .where('object_api_name', '=', objectApiName)
    .where('old_id', '=', loserId)
    .execute();
}

/** Says of a pair that was found to be one, where it was, that it was merged, or that it is to be decided again. */
export async function settlePair(
  trx: Db,
  { objectApiName, survivorId, loserId }: MergedPair,
  state: 'merged' | 'open',
  by: { readonly actorId: string; readonly note: string; readonly at: Date } | null,
): Promise<void> {
  await sql`
    update duplicate_pair set state = ${state}, decided_by = ${by?.actorId ?? null}::bigint,
      decided_at = ${by?.at ?? null}::timestamptz, note = ${by?.note ?? null}
    where object_api_name = ${objectApiName} and low_id = least(${survivorId}::bigint, ${loserId}::bigint)
      and high_id = greatest(${survivorId}::bigint, ${loserId}::bigint)
      and state <> ${state}`.execute(trx);
}
