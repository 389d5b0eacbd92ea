import { sql } from 'kysely';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { fieldType, isLinking } from '#generators/field-types/registry.ts';
import type { Db } from '#server/db/database.ts';
import { BY_USER, type ChangeNote } from '#server/core/changes/change-note.ts';
import { logChanges } from '#server/core/changes/queries.ts';
import { noteChanges } from '#server/core/derived/changes.ts';
import { forgetMatches } from '#server/core/matching/queries.ts';
import { plainRecords } from './queries.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';

/** Which of these records others link to. `leaving` are records of the same object that go away together with them. */
export async function linkedRecords(
  trx: Db,
  objects: readonly CatalogObject[],
  target: CatalogObject,
  ids: readonly string[],
  leaving: readonly string[],
): Promise<Set<string>> {
  const linked = new Set<string>();
  for (const object of objects) {
    const spared = object.apiName === target.apiName ? sql`and id <> all(${leaving}::bigint[])` : sql``;
    // A removed field keeps its data and may come back.
    for (const field of object.definition.fields.filter(
      (one) => one.targetApiName === target.apiName && isLinking(one),
    )) {
      const [column] = fieldType(field).columns(field);
      if (!column || ids.length === 0) continue;
      const name = sql.ref(column.name);
      const { rows } = await (
        column.sqlType === 'bigint[]'
          ? sql<{ id: string }>`select distinct unnest(${name}) as id from ${sql.table(object.table)}
            where ${name} && ${ids}::bigint[] ${spared}`
          : sql<{ id: string }>`select distinct ${name} as id from ${sql.table(object.table)}
            where ${name} = any(${ids}::bigint[]) ${spared}`
      ).execute(trx);
      for (const { id } of rows) linked.add(String(id));
    }
  }
  return linked;
}

/** Removes records with their natural keys and their place in the search; their history stays. */
export async function removeRecords(
  trx: Db,
  object: CatalogObject,
  ids: readonly string[],
  note: ChangeNote = BY_USER,
): Promise<void> {
  if (ids.length === 0) return;
  const leaving = await plainRecords(trx, object, ids);
  await sql`delete from ${sql.table(object.table)} where id = any(${ids}::bigint[])`.execute(trx);
  await sql`delete from record_key where object_api_name = ${object.apiName} and record_id = any(${ids}::bigint[])`.execute(
    trx,
  );
  await sql`delete from record_search where object_api_name = ${object.apiName} and id = any(${ids}::bigint[])`.execute(
    trx,
  );
  await forgetMatches(trx, object.apiName, ids);
  const gone = leaving.map(({ id, values }) => ({ id, old: values }));
  await logChanges(trx, object, 'removed', gone, note);
  await noteChanges(trx, object, gone);
}

/** The last entry in the history of a record with the values it says were there before, and who made the record; locked. */
export async function lastEntry(trx: Db, apiName: string, id: string) {
  const entries = trx
    .selectFrom('record_history')
    .select(['version', 'at', 'actor', 'origin', 'changes'])
    .where('object_api_name', '=', apiName)
    .where('record_id', '=', id)
    .limit(1);
  const last = await entries.orderBy('version', 'desc').forUpdate().executeTakeFirst();
  const first = await entries.orderBy('version').executeTakeFirst();
  if (!last || !first) return undefined;
  const changes = last.changes as Record<string, { before: unknown; after: unknown }>;
  const before = Object.entries(changes).map(([field, change]) => [field, change.before]);
  return { ...last, before: Object.fromEntries(before) as RecordValues, creator: first.actor };
}
