import type { Database } from '#server/db/database.ts';
import { shippedTexts } from '#server/platform/legal/shipped.ts';
import { publishFirst } from './queries.ts';

/**
 * Publishes the terms and policies that ship where none of a kind was ever published: no user of an installation is without them. What
 * follows is for staff to write and publish.
 */
export async function storeLegal({ db }: Pick<Database, 'db'>, now: Date): Promise<void> {
  for (const text of shippedTexts()) await publishFirst(db, text, now);
}
