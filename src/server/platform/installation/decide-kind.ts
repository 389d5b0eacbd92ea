import type { Database } from '#server/db/database.ts';
import { holdsAnything, type InstallationKind, installationKind, markInstallation } from './queries.ts';

/**
 * What a database is for. A new one becomes a sample only by a plain start on the embedded database that no other
 * machine can reach; one that holds anything is real. The mark is made before anything is stored, so that a fill that
 * was cut short is continued by the next start, and it is never changed.
 */
export async function decideKind(
  database: Pick<Database, 'db' | 'kind'>,
  now: Date,
  { empty, isPrivate }: { readonly empty: boolean; readonly isPrivate: boolean },
): Promise<InstallationKind> {
  const known = await installationKind(database.db);
  if (known) return known;
  const maySample = !empty && isPrivate && database.kind === 'embedded';
  const isSample = maySample && !(await holdsAnything(database.db));
  return markInstallation(database.db, isSample ? 'sample' : 'real', now);
}
