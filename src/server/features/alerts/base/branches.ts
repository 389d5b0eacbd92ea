import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isLinking, isList } from '#generators/field-types/registry.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { Db } from '#server/db/database.ts';
import { recordsBelow, type SubscriptionRow } from './queries.ts';
import type { ListedRecord } from './trial.ts';

/**
 * The field by which records of an object lie below one another, as a track does below its parent: a single reference to the
 * object itself, by which its detail page shows those below. Undefined where they do not.
 */
export function parentField({ apiName, definition, fields }: CatalogObject): FieldDefinition | undefined {
  const own = definition.layouts.detail.related.filter(({ objectApiName }) => objectApiName === apiName);
  const named = new Set(own.flatMap((block) => block.fields ?? []));
  return fields.find(
    (field) => named.has(field.apiName) && isLinking(field) && !isList(field) && field.targetApiName === apiName,
  );
}

/** Records below those that are subscribed to, at any depth, by subscription. */
export async function branchesOf(
  trx: Db,
  catalog: Pick<Catalog, 'find'>,
  working: readonly SubscriptionRow[],
): Promise<ReadonlyMap<string, readonly ListedRecord[]>> {
  const found = new Map<string, readonly ListedRecord[]>();
  const records = working.filter(({ source }) => source === 'record');
  for (const [name, rows] of Map.groupBy(records, (row) => row.object_api_name)) {
    const object = catalog.find(name);
    const parent = object && parentField(object);
    if (!object || !parent) continue;
    const below = await recordsBelow(trx, object.table, parent.apiName, [...new Set(rows.map((row) => row.target_id))]);
    for (const row of rows) found.set(row.id, below.get(row.target_id) ?? []);
  }
  return found;
}
