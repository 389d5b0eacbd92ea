import { mayRead } from '#shared/policy/api-scopes.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { decideOn } from '#shared/policy/decide.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { isPublished } from '#server/core/catalog/published.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';

/** Objects that a user may read by a key. */
export const publishedObjects = (catalog: Catalog, actor: Actor): CatalogObject[] =>
  catalog.storedObjects.filter((object) => isPublished(object) && decideOn(actor, object.definition, 'list') === null);

/** An object whose records a user may read by a key now; undefined for all others. */
export const publishedObject = (catalog: Catalog, apiName: string, actor: Actor): CatalogObject | undefined =>
  publishedObjects(catalog, actor).find((object) => object.apiName === apiName);

/** Objects that this key reads now. */
export const objectsOfKey = (catalog: Catalog, actor: Actor): CatalogObject[] =>
  publishedObjects(catalog, actor).filter(({ apiName }) => mayRead(actor.key?.scopes ?? [], apiName));

/** @throws Failure UNKNOWN_OBJECT, SCOPE_MISSING, or why the owner may not read it now */
export function objectOfKey(catalog: Catalog, apiName: string, actor: Actor): CatalogObject {
  const object = catalog.find(apiName);
  if (!object || !isPublished(object)) throw new Failure('UNKNOWN_OBJECT');
  if (!mayRead(actor.key?.scopes ?? [], apiName)) throw new Failure('SCOPE_MISSING', `密钥没有权限“read:${apiName}”`);
  const refused = decideOn(actor, object.definition, 'list');
  if (refused) throw new Failure(refused);
  return object;
}
