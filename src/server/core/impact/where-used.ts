import { HOME_BLOCK } from '#schemas/home-binding.ts';
import type { FieldUse } from '#schemas/api/metadata-losses.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { comparesIn, placesIn } from '#server/core/catalog/other-uses.ts';
import { usingBlocks, usingImports, usingSubscriptions, usingViews } from './use-queries.ts';

/** Fields that a change hides or gives another type. */
function changedFields(from: ObjectDefinition, to: ObjectDefinition): FieldDefinition[] {
  return from.fields.filter((old) => {
    const next = to.fields.find(({ apiName }) => apiName === old.apiName);
    return !old.removed && (!next || next.removed === true || next.type !== old.type);
  });
}

/**
 * Where else what a change hides or retypes is built on: definitions of other objects, saved views, subscriptions, and what
 * the first page shows. What its own definition says of it is checked with the definition.
 */
export async function fieldUses(db: Db, catalog: Catalog, to: ObjectDefinition): Promise<FieldUse[]> {
  const from = catalog.find(to.apiName)?.saved;
  if (!from) return [];
  const fields = changedFields(from, to);
  if (fields.length === 0) return [];
  const uses: FieldUse[] = [];
  for (const { apiName } of fields) {
    const { definitions, others } = await usesOfField(db, catalog, to.apiName, apiName);
    uses.push(...[...definitions, ...others].map((place) => ({ field: apiName, place })));
  }
  return uses;
}

/** Where else a field is built on: in definitions of other objects, and in what users and staff have saved. */
export async function usesOfField(
  db: Db,
  catalog: Catalog,
  objectApiName: string,
  apiName: string,
): Promise<{ readonly definitions: readonly string[]; readonly others: readonly string[] }> {
  const objects = catalog.objects.map(({ saved }) => saved).filter((one) => one.apiName !== objectApiName);
  const blocks = catalog.find(HOME_BLOCK.object);
  const views = await usingViews(db, objectApiName, apiName);
  const home = blocks ? await usingBlocks(db, blocks.table, HOME_BLOCK.fields, objectApiName, apiName) : [];
  const subscriptions = await usingSubscriptions(db, objectApiName, apiName);
  const imports = await usingImports(db, objectApiName, apiName);
  return {
    definitions: objects.flatMap((one) => [...placesIn(one, apiName, objectApiName), ...comparesIn(one, apiName)]),
    others: [
      ...views.map((name) => `保存的视图“${name}”`),
      ...home.map((title) => `首页内容“${title}”`),
      ...(imports > 0 ? [`${imports} 次导入的字段对应`] : []),
      ...(subscriptions > 0 ? [`${subscriptions} 个订阅`] : []),
    ],
  };
}
