import { isLinking } from '#generators/field-types/registry.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { linkIds } from '#server/core/records/link-ids.ts';
import { existingIds, type PlainRecord } from '#server/core/records/queries.ts';
import { type Finding, finding } from './finding.ts';
import { goneNames } from './queries.ts';

/** Links of some records to records that are no longer there: archived, merged, deleted or never known. */
export async function brokenLinks(
  trx: Db,
  catalog: Catalog,
  object: CatalogObject,
  records: readonly PlainRecord[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const field of object.fields.filter(isLinking)) {
    const target = catalog.find(field.targetApiName ?? '');
    const ids = [...new Set(records.flatMap(({ values }) => linkIds(values[field.apiName])))];
    if (!target || ids.length === 0) continue;
    const there = await existingIds(trx, target.table, ids);
    const missing = ids.filter((id) => !there.has(id));
    if (missing.length === 0) continue;
    const gone = await goneNames(trx, target.apiName, missing);
    for (const record of records) {
      const dead = linkIds(record.values[field.apiName]).filter((id) => !there.has(id));
      if (dead.length === 0) continue;
      const problems = dead.map((id) => {
        const { name, kind } = gone.get(id) ?? {};
        const words = { archived: '已归档', deleted: '已删除', merged: '已合并到其他记录' }[kind ?? ''] ?? '不存在';
        return `${name ? `“${name}”` : `编号 ${id} 的${target.definition.label}`}${words}`;
      });
      found.push(finding('brokenLink', object, record, field, problems.join('；')));
    }
  }
  return found;
}
