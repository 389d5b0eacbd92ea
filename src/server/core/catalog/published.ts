import type { CatalogObject } from './catalog-object.ts';

/** Does the product publish the records of this object? What belongs to users, to features or to staff is no data of its own. */
export function isPublished({ definition: { access }, isSystem }: CatalogObject): boolean {
  return !isSystem && access.rows !== 'own' && access.list !== 'owner' && access.list !== 'staff';
}
