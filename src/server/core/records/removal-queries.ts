import { sql } from 'kysely';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { fieldType, isLinking } from '#generators/field-types/registry.ts';
import type { Db } from '#server/db/database.ts';
import { BY_USER, type ChangeNote } from '#server/core/changes/change-note.ts';
import { logInsert } from '#server/core/changes/queries.ts';
import { noteChanges } from '#server/core/derived/changes.ts';
import { forgetMatches } from '#server/core/duplicates/queries.ts';
import { plainRecords } from './queries.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';

/** A record that links to another one. */
export interface LinkingRecord {
  readonly object: string;
  readonly name: string;
  readonly isArchived: boolean;
}

/**
 * Which of these records others link to, each with one of those. `leaving` are records of the same object that go away
 * together with them. Archived records count: they may be restored at any time, with their links.
 */
export async function linkedRecords(
  trx: Db,
  objects: readonly CatalogObject[],
  target: CatalogObject,
  ids: readonly string[],
  leaving: readonly string[],
): Promise<Map<string, LinkingRecord>> {
  const linked = new Map<string, LinkingRecord>();
  if (ids.length === 0) return linked;
  for (const object of objects) {
    // A removed field keeps its data and may come back.
    const columns = object.definition.fields
      .filter((one) => one.targetApiName === target.apiName && isLinking(one))
      .flatMap((field) => fieldType(field).columns(field).slice(0, 1));
    const spared = object.apiName === target.apiName ? sql`and id <> all(${leaving}::bigint[])` : sql``;
    const name = sql.ref(object.definition.nameField);
    const note = (rows: readonly { id: string; name: string | null }[], isArchived: boolean) => {
      for (const row of rows)
        if (!linked.has(String(row.id)))
          linked.set(String(row.id), { object: object.definition.label, name: row.name ?? '', isArchived });
    };
    for (const column of columns) {
      const ref = sql.ref(column.name);
      // No field can be called as the column of the links is.
      const { rows } = await (
        column.sqlType === 'bigint[]'
          ? sql<{ id: string; name: string | null }>`select linked_id as id, min(${name}) as name
            from ${sql.table(object.table)}, unnest(${ref}) as linked_id
            where ${ref} && ${ids}::bigint[] ${spared} group by linked_id`
          : sql<{ id: string; name: string | null }>`select ${ref} as id, min(${name}) as name
            from ${sql.table(object.table)} where ${ref} = any(${ids}::bigint[]) ${spared} group by 1`
      ).execute(trx);
      note(rows, false);
    }
    if (columns.length > 0) note(await linkedFromArchive(trx, object, target, columns, ids), true);
  }
  return linked;
}

/** Records that archived ones link to, also by the id of one that was merged into them. */
async function linkedFromArchive(
  trx: Db,
  object: CatalogObject,
  target: CatalogObject,
  columns: readonly { readonly name: string }[],
  ids: readonly string[],
) {
  const kept = sql.join(columns.map(({ name }) => sql`(gone.row -> ${name})`));
  const { rows } = await sql<{ id: string; name: string }>`
    select coalesce(alias.record_id, link.id) as id, min(gone.name) as name
    from gone_record gone
    cross join lateral unnest(array[${kept}]) as value
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end) as text
    cross join lateral (select text::bigint as id) as link
    left join record_alias alias on alias.object_api_name = ${target.apiName} and alias.old_id = link.id
    where gone.object_api_name = ${object.apiName} and gone.kind = 'archived' and gone.row is not null
      and coalesce(alias.record_id, link.id) = any(${ids}::bigint[])
    group by 1`.execute(trx);
  return rows;
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
  await noteChanges(trx, object, gone, [logInsert(object, 'removed', gone, note)]);
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
