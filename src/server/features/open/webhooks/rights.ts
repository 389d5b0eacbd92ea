import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { listableFields } from '#server/core/catalog/object-view.ts';
import { readFilter } from '#server/features/open/base/query-text.ts';
import { publishedObject } from '#server/features/open/base/open-objects.ts';
import { comparedFields, followedRows } from '#server/features/open/following/field-marks.ts';

/** What is followed of an object by its owner's rights of now. */
export interface Followed {
  readonly object: CatalogObject;
  readonly filter: unknown;
  /** The fields of the condition. */
  readonly compared: readonly string[];
}

/**
 * Undefined where the object is closed to the user.
 * @throws Failure INVALID_QUERY where the condition names what is closed, or what cannot be followed; FORBIDDEN where it cannot be
 * followed which records the user sees
 */
export function followedBy(
  catalog: Catalog,
  member: Member,
  objectApiName: string,
  text: string | null,
): Followed | undefined {
  const object = publishedObject(catalog, objectApiName, member);
  if (!object) return undefined;
  const filter = readFilter(text ?? undefined);
  const ofFilter = comparedFields(object, listableFields(object, member), filter);
  const compared = [...ofFilter, ...followedRows(object, member).compared];
  return { object, filter, compared: compared.map(({ apiName }) => apiName) };
}

/** Why a condition can no longer be followed; rejections of other kinds go on. */
export function unfitWords(error: unknown): string {
  if (error instanceof Failure && error.failure === 'INVALID_QUERY') return `条件不再可用：${error.message}`;
  if (error instanceof Failure && error.failure === 'FORBIDDEN') return error.message;
  throw error;
}
