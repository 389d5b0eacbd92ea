import { sql } from 'kysely';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { liveFields } from '#generators/object.ts';
import type { Db } from '#server/db/database.ts';
import { namingFields, otherSearchFields, type SearchedObject, searchFingerprint, searchText } from './search-text.ts';

/** Keeps what records are found by, in the transaction that writes them. `values` are complete. */
export async function keepSearchTexts(
  db: Db,
  object: SearchedObject,
  rows: readonly { readonly id: string; readonly values: RecordValues }[],
): Promise<void> {
  if (rows.length === 0) return;
  const texts = rows.map(({ id, values }) => {
    const { grams, ...lines } = searchText(object, values);
    return { id, ...lines, grams: `{${grams.join()}}` };
  });
  // What has not changed is not written: the index takes a hundred entries for each row.
  await sql`
    insert into record_search as kept (object_api_name, id, names, letters, more, grams)
    select ${object.definition.apiName}, id, names, letters, more, grams::integer[]
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
      as incoming(id bigint, names text, letters text, more text, grams text)
    on conflict (object_api_name, id) do update
      set names = excluded.names, letters = excluded.letters, more = excluded.more, grams = excluded.grams
      where (kept.names, kept.letters, kept.more) is distinct from (excluded.names, excluded.letters, excluded.more)`.execute(
    db,
  );
}

/** Begins again to go through an object's records, where they were gone through for other fields. In the save's transaction. */
export async function followSearchFields(trx: Db, object: SearchedObject): Promise<void> {
  await sql`
    insert into search_state (object_api_name, fingerprint)
    values (${object.definition.apiName}, ${searchFingerprint(object)})
    on conflict (object_api_name) do update set fingerprint = excluded.fingerprint, filled_to = 0, done = false
    where search_state.fingerprint <> excluded.fingerprint`.execute(trx);
}

/** Are records found by one of these fields? */
export const isSearched = (object: SearchedObject, names: ReadonlySet<string>): boolean =>
  [...namingFields(object), ...otherSearchFields(object)].some(({ apiName }) => names.has(apiName));

/** Begins again to go through an object's records, where people search in one of these fields, whose values a save has changed. */
export async function refillSearch(trx: Db, definition: ObjectDefinition, changed: ReadonlySet<string>): Promise<void> {
  if (isSearched({ definition, fields: liveFields(definition) }, changed))
    await noteFilledTo(trx, definition.apiName, '0', false);
}

/** How far an object's records have been gone through; with `lock` no other process goes on until the transaction ends. */
export async function searchState(db: Db, objectApiName: string, lock: boolean) {
  const query = db
    .selectFrom('search_state')
    .select(['fingerprint', 'filled_to as filledTo', 'done'])
    .where('object_api_name', '=', objectApiName);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/**
 * The pieces that occur in so many records that the statistics of the index name them; empty where there are none yet.
 */
export async function commonGrams(db: Db): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ grams: number[] | null }>`
    select most_common_elems::text::integer[] as grams from pg_stats
    where schemaname = current_schema() and tablename = 'record_search' and attname = 'grams'`.execute(db);
  return new Set(rows[0]?.grams);
}

export async function noteFilledTo(trx: Db, objectApiName: string, filledTo: string, done: boolean): Promise<void> {
  await trx
    .updateTable('search_state')
    .set({ filled_to: filledTo, done })
    .where('object_api_name', '=', objectApiName)
    .execute();
}
