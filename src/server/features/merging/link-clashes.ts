import type { Db } from '#server/db/database.ts';
import { uniqueKeys, uniqueWords } from '#generators/unique.ts';
import { Failure } from '#shared/errors.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { countAlikeAfter } from './link-queries.ts';
import { linkingObjects } from './move-links.ts';

/**
 * Records that link to both and would then be alike where they may not be: one of each pair has to go first.
 * @throws Failure CONFLICT
 */
export async function refuseAlikeLinks(
  trx: Db,
  catalog: Catalog,
  { objectApiName, survivorId, loserId }: { objectApiName: string; survivorId: string; loserId: string },
): Promise<void> {
  for (const object of linkingObjects(catalog, objectApiName))
    for (const key of uniqueKeys(object.table, object.fields))
      for (const field of [key.field, ...key.scope].filter((one) => one.targetApiName === objectApiName)) {
        const count = await countAlikeAfter(trx, object.table, key, field.apiName, { survivorId, loserId });
        if (count === 0) continue;
        const words = `合并后“${object.definition.label}”中有 ${count} 条记录会重复（${uniqueWords(key)}）`;
        throw new Failure('CONFLICT', `${words}，请先修改或归档其中一条，再合并`);
      }
}
