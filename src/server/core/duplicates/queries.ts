import { sql } from 'kysely';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { noteWritten } from '#server/db/committed.ts';
import type { Db } from '#server/db/database.ts';
import type { SearchedObject } from '#server/core/search/search-text.ts';
import type { Grade, MatchReason } from './grade.ts';
import { type KeyKind, keysOf, type MatchKey } from './match-facts.ts';
import { isMatched, matchFingerprint, recordFacts } from './record-texts.ts';

/** The system object that lists the pairs. */
const PAIRS = 'Duplicate';

/** A record that is written; `old` is absent where it is new, or where what is kept of it is not known. */
interface WrittenRecord {
  readonly id: string;
  readonly values: RecordValues;
  readonly old?: { readonly values: RecordValues };
}

const keysOfRecord = (object: SearchedObject, values: RecordValues): MatchKey[] => keysOf(recordFacts(object, values));

/**
 * Keeps the keys by which records are recognised, in the transaction that writes them. `values` are complete. What has not
 * changed is not written; `isNew` says that nothing is kept of these records yet.
 */
export async function keepMatchKeys(
  db: Db,
  object: SearchedObject,
  rows: readonly WrittenRecord[],
  isNew = false,
): Promise<void> {
  if (rows.length === 0 || matchFingerprint(object) === '') return;
  const next = rows.map(({ id, values, old }) => ({
    id,
    keys: keysOfRecord(object, values),
    before: old && JSON.stringify(keysOfRecord(object, old.values)),
  }));
  const changed = next.filter(({ keys, before }) => before !== JSON.stringify(keys));
  const { apiName } = object.definition;
  if (!isNew)
    await forgetMatchKeys(
      db,
      apiName,
      changed.map(({ id }) => id),
    );
  const keys = changed.flatMap(({ id, keys: own }) => own.map((one) => ({ id, ...one })));
  if (keys.length === 0) return;
  await sql`
    insert into match_key (object_api_name, kind, key, record_id)
    select ${apiName}, kind, key, id
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as incoming(id bigint, kind text, key text)
    on conflict do nothing`.execute(db);
}

async function forgetMatchKeys(db: Db, apiName: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from match_key where object_api_name = ${apiName} and record_id = any(${ids}::bigint[])`.execute(db);
}

/** Forgets by what records were recognised that go away, and the pairs that are not decided. */
export async function forgetMatches(db: Db, apiName: string, ids: readonly string[]): Promise<void> {
  await forgetMatchKeys(db, apiName, ids);
  await sql`
    delete from duplicate_pair where object_api_name = ${apiName} and state = 'open'
      and (low_id = any(${ids}::bigint[]) or high_id = any(${ids}::bigint[]))`.execute(db);
}

/**
 * Begins again to go through an object's records, where their keys now follow from other fields; what is kept of those that
 * no longer count goes at once. In the save's transaction.
 */
export async function followMatching(trx: Db, object: SearchedObject): Promise<void> {
  const { apiName } = object.definition;
  const fingerprint = matchFingerprint(object);
  const { rows } = await sql`
    insert into match_state as kept (object_api_name, fingerprint, done) values (${apiName}, ${fingerprint}, ${fingerprint === ''})
    on conflict (object_api_name) do update
      set fingerprint = excluded.fingerprint, filled_to = 0, done = excluded.done, pass_began_at = null
      where kept.fingerprint <> excluded.fingerprint
    returning 1`.execute(trx);
  if (rows.length > 0) await sql`delete from match_key where object_api_name = ${apiName}`.execute(trx);
}

/** Begins again to go through an object's records, where a save has changed values that their keys are made of. */
export async function refillMatching(trx: Db, object: SearchedObject, changed: ReadonlySet<string>): Promise<void> {
  if (isMatched(object, changed)) await noteKeysFilled(trx, object.definition.apiName, '0', false);
}

export async function noteKeysFilled(trx: Db, apiName: string, filledTo: string, done: boolean): Promise<void> {
  await trx
    .updateTable('match_state')
    .set({ filled_to: filledTo, done })
    .where('object_api_name', '=', apiName)
    .execute();
}

/** How far the keys of an object and a pass over them have come; with `lock` no other process goes on with either. */
export async function matchState(db: Db, apiName: string, lock: boolean) {
  const query = db
    .selectFrom('match_state')
    .select(['done', 'filled_to as filledTo', 'pass_began_at as passBeganAt', 'passed_to as passedTo'])
    .select('passed_at as passedAt')
    .where('object_api_name', '=', apiName);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Begins a pass over an object's records, unless one is under way. */
export async function beginPass(db: Db, apiName: string, at: Date): Promise<void> {
  await db
    .updateTable('match_state')
    .set({ pass_began_at: at, passed_to: '0' })
    .where('object_api_name', '=', apiName)
    .where('pass_began_at', 'is', null)
    .execute();
}

export async function notePassedTo(trx: Db, apiName: string, passedTo: string): Promise<void> {
  await trx.updateTable('match_state').set({ passed_to: passedTo }).where('object_api_name', '=', apiName).execute();
}

/** Ends a pass: pairs that it did not find again are no longer any. */
export async function endPass(trx: Db, apiName: string, beganAt: string, at: Date): Promise<void> {
  await sql`
    delete from duplicate_pair
    where object_api_name = ${apiName} and state = 'open' and seen_at < ${beganAt}::timestamptz`.execute(trx);
  await noteWritten(trx, { objectApiName: PAIRS, ids: 'all' });
  await trx
    .updateTable('match_state')
    .set({ pass_began_at: null, passed_at: at })
    .where('object_api_name', '=', apiName)
    .execute();
}

/** A key with the records that are kept under it, one more than `most` at most. */
export interface HeldKey extends MatchKey {
  readonly ids: readonly string[];
}

/** Who is kept under keys; keys that no record holds are left out. */
export async function holdersOf(
  db: Db,
  apiName: string,
  keys: readonly MatchKey[],
  most: Readonly<Record<KeyKind, number>>,
): Promise<HeldKey[]> {
  if (keys.length === 0) return [];
  const asked = keys.map(({ kind, key }) => ({ kind, key, most: most[kind] + 1 }));
  const { rows } = await sql<{ kind: KeyKind; key: string; ids: string[] }>`
    select a.kind, a.key, h.ids
    from (select distinct * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as one(kind text, key text, most integer)) a,
      lateral (select array_agg(k.record_id::text) as ids from (
        select record_id from match_key
        where object_api_name = ${apiName} and kind = a.kind collate "C" and key = a.key collate "C"
        limit a.most) k) h
    where h.ids is not null`.execute(db);
  return rows;
}

/** A pair as it was found; `low` has the smaller id. */
export interface FoundPair {
  readonly low: string;
  readonly high: string;
  readonly lowName: string;
  readonly highName: string;
  readonly grade: Grade;
  readonly reasons: readonly MatchReason[];
}

/** Keeps pairs that were found. What was decided stays decided. */
export async function keepPairs(trx: Db, apiName: string, pairs: readonly FoundPair[], at: Date): Promise<void> {
  if (pairs.length === 0) return;
  await sql`
    insert into duplicate_pair as kept
      (object_api_name, low_id, high_id, low_name, high_name, grade, reasons, found_at, seen_at)
    select ${apiName}, low, high, "lowName", "highName", grade,
      array(select jsonb_array_elements_text(reasons)), ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as found(
      low bigint, high bigint, "lowName" text, "highName" text, grade smallint, reasons jsonb)
    on conflict (object_api_name, low_id, high_id) do update
      set grade = excluded.grade, reasons = excluded.reasons, seen_at = excluded.seen_at,
        low_name = excluded.low_name, high_name = excluded.high_name
      where kept.state = 'open'`.execute(trx);
}

/** Which of these pairs staff refused: the ids of the other records of one. */
export async function refusedWith(db: Db, apiName: string, id: string): Promise<Set<string>> {
  const { rows } = await sql<{ other: string }>`
    select case when low_id = ${id}::bigint then high_id else low_id end as other from duplicate_pair
    where object_api_name = ${apiName} and state = 'refused' and (low_id = ${id}::bigint or high_id = ${id}::bigint)`.execute(
    db,
  );
  return new Set(rows.map(({ other }) => String(other)));
}

/** One pair, locked until the transaction ends. */
export const lockPair = (trx: Db, id: string) =>
  trx.selectFrom('duplicate_pair').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Ends a pair, or opens it again where `by` is null. */
export async function decidePair(
  trx: Db,
  id: string,
  state: 'open' | 'merged' | 'refused',
  by: { readonly actorId: string; readonly note: string; readonly at: Date } | null,
): Promise<void> {
  await trx
    .updateTable('duplicate_pair')
    .set({ state, decided_by: by?.actorId ?? null, decided_at: by?.at ?? null, note: by?.note ?? null })
    .where('id', '=', id)
    .execute();
}
