import { ALERT_KINDS } from '#schemas/api/alerts.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { isLinking, isList } from '#generators/field-types/registry.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { parentField } from './branches.ts';
import { recordNames } from './queries.ts';
import { type SourceKind, type Subscribed, type Trial, Unfit } from './trial.ts';
import { usuallyWatched } from './watched.ts';

/** An object whose records are reported with the one that they point at, and by which of its fields they do. */
export interface RelatedObject {
  readonly object: CatalogObject;
  readonly links: readonly string[];
}

/**
 * Objects that the detail page shows below a record because they point at it: deals of a company, news about it. What is
 * only alike, or reached through another object, is not of the record.
 */
export function relatedObjects(object: CatalogObject, catalog: Pick<Catalog, 'find'>): RelatedObject[] {
  const links = new Map<string, Set<string>>();
  for (const block of object.definition.layouts.detail.related) {
    const { objectApiName, fields, of, through, similarBy, filter } = block;
    if (of !== undefined || through !== undefined || similarBy !== undefined || filter !== undefined) continue;
    const pointing = catalog.find(objectApiName);
    const named = pointing?.fields.filter(
      (field) =>
        isLinking(field) &&
        field.targetApiName === object.apiName &&
        (fields === undefined || fields.includes(field.apiName)),
    );
    const known = links.get(objectApiName) ?? new Set();
    for (const { apiName } of named ?? []) known.add(apiName);
    links.set(objectApiName, known);
  }
  return [...links].flatMap(([apiName, names]) => {
    const related = catalog.find(apiName);
    return related && !related.isSystem && names.size > 0 ? [{ object: related, links: [...names] }] : [];
  });
}

/** A condition that records meet which point at one of some. */
export function pointsAt({ object, links }: RelatedObject, ids: readonly string[]): Condition {
  const either = links.flatMap((name): Condition[] => {
    const field = object.field(name);
    return field ? [{ field: name, op: isList(field) ? 'containsAny' : 'in', value: [...ids] }] : [];
  });
  return { or: either };
}

/** One record: watched fields of it, and new records that point at it or at one below it. */
export const recordSource: SourceKind = {
  kinds: ALERT_KINDS,
  // Figures of a branch change with everything that comes below it.
  usual: (object) => (parentField(object) ? ['entered'] : ['entered', 'changed']),
  trials: ({ object_api_name: name, target_id: record, kinds, fields, items = [] }: Subscribed, catalog) => {
    const object = catalog.find(name);
    if (!object || object.isSystem) throw new Unfit('该对象不能订阅');
    const watched = fields.length > 0 ? new Set(fields) : usuallyWatched(object);
    const own = new Set(kinds.filter((kind) => kind !== 'entered'));
    const trials: Trial[] = own.size > 0 ? [{ objectApiName: name, record, kinds: own, watched }] : [];
    if (!kinds.includes('entered')) return trials;
    const entered = { kinds: new Set(['entered'] as const), watched: new Set<string>() };
    const related = relatedObjects(object, catalog).map((one) => ({
      ...entered,
      objectApiName: one.object.apiName,
      condition: pointsAt(one, [record, ...items.map(({ id }) => id)]),
    }));
    return [...trials, ...related];
  },
  targets: async (db, object, ids, _accountId, seeing) => {
    const { access, label } = object.definition;
    const isUnknown = access.limits !== undefined && !seeing;
    const names = isUnknown
      ? ids.map((id) => ({ id, name: `${label} #${id}` }))
      : await recordNames(db, object, ids, seeing);
    return new Map(names.map(({ id, name }) => [id, { name, link: `/insight/${object.apiName}/${id}` }]));
  },
};
