import { isFromOthers } from '#generators/field-types/registry.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { isSearched } from '#server/core/search/queries.ts';
import type { RecountedObject } from './recount.ts';

/**
 * An object with nothing but some fields that are worked out of others: to fill them in, no other column of its records has
 * to be read. Undefined where something else follows from them, be it a formula, a search text or a value of other records.
 */
export function aloneWith(object: CatalogObject, names: ReadonlySet<string>): RecountedObject | undefined {
  const fields = object.fields.filter(({ apiName }) => names.has(apiName));
  const { formulas, readBy, ledBy } = object;
  const isRead =
    ledBy.length > 0 ||
    formulas.fields.some(({ apiName }) => [...formulas.sources(apiName)].some((source) => names.has(source))) ||
    readBy.some(({ reads }) => [...reads].some((read) => names.has(read))) ||
    isSearched(object, names);
  if (isRead || !fields.every(isFromOthers)) return undefined;
  const { apiName, table, definition } = object;
  const groups = object.groups.flatMap((group) => {
    const own = group.fields.filter((field) => names.has(field.apiName));
    return own.length > 0 ? [{ ...group, fields: own }] : [];
  });
  return { apiName, table, definition, fields, groups, readBy: [], ledBy: [], formulas: { kept: (values) => values } };
}
