import { randomBytes } from 'node:crypto';
import type { Db } from '#server/db/database.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { takeIds } from './queries.ts';

const LEAST = 10n ** 17n;
const SPAN = 9n * LEAST;

/** Eighteen random digits: an id cannot be guessed from others. */
export const unguessableId = (): string => String(LEAST + (randomBytes(10).readBigUInt64BE() % SPAN));

/** Ids for new records: in order where everybody may know that there is a next one, unguessable where a record is its owner's alone. */
export async function newIds(db: Db, object: CatalogObject, count: number): Promise<string[]> {
  if (count === 0) return [];
  if (object.definition.access.detail === 'owner') return Array.from({ length: count }, unguessableId);
  return takeIds(db, object, count);
}
