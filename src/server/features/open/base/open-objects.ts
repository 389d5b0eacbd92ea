import { mayRead } from '#shared/policy/api-scopes.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { decideAudience } from '#shared/policy/decide.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';

/** Does the product publish the records of this object? What belongs to users, to features or to staff is in no program’s reach. */
function isPublished({ definition: { access }, isSystem }: CatalogObject): boolean {
  return !isSystem && access.rows !== 'own' && access.list !== 'owner' && access.list !== 'staff';
}

/** Objects that a user may read by a key. */
export const publishedObjects = (catalog: Catalog, actor: Actor): CatalogObject[] =>
  catalog.storedObjects.filter(
    (object) => isPublished(object) && decideAudience(actor, object.definition.access.list) === null,
  );

/** Objects that this key reads now. */
export const objectsOfKey = (catalog: Catalog, actor: Actor): CatalogObject[] =>
  publishedObjects(catalog, actor).filter(({ apiName }) => mayRead(actor.key?.scopes ?? [], apiName));

/** @throws Failure UNKNOWN_OBJECT, SCOPE_MISSING, or why the owner may not read it now */
export function objectOfKey(catalog: Catalog, apiName: string, actor: Actor): CatalogObject {
  const object = catalog.find(apiName);
  if (!object || !isPublished(object)) throw new Failure('UNKNOWN_OBJECT');
  if (!mayRead(actor.key?.scopes ?? [], apiName)) throw new Failure('SCOPE_MISSING', `密钥没有权限“read:${apiName}”`);
  const refused = decideAudience(actor, object.definition.access.list);
  if (refused) throw new Failure(refused);
  return object;
}
