import type { RecordValues } from '#schemas/metadata/value.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { linkIds } from './link-ids.ts';
import { existingIds } from './queries.ts';

/** `target:id` of every link of a batch of records that leads nowhere. */
export async function missingLinks(
  trx: Db,
  catalog: Catalog,
  object: CatalogObject,
  inputs: readonly unknown[],
): Promise<ReadonlySet<string>> {
  const wanted = new Map<string, Set<string>>();
  for (const field of object.fields.filter((candidate) => candidate.targetApiName)) {
    const target = field.targetApiName ?? '';
    const ids = wanted.get(target) ?? new Set();
    for (const input of inputs) for (const id of linkIds((input as RecordValues | null)?.[field.apiName])) ids.add(id);
    wanted.set(target, ids);
  }
  const missing = new Set<string>();
  for (const [target, ids] of wanted) {
    const table = catalog.find(target)?.table;
    const existing = table && ids.size > 0 ? await existingIds(trx, table, [...ids]) : new Set();
    for (const id of ids) if (!existing.has(id)) missing.add(`${target}:${id}`);
  }
  return missing;
}
