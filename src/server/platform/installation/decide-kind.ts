import type { Database } from '#server/db/database.ts';
import { type InstallationKind, installationKind, markInstallation } from './queries.ts';

/**
 * What a database is for, as marked before anything was stored in it; the mark is never changed. Storing the sample data
 * marks a sample; every other database is a real one.
 */
export const decideKind = async (database: Pick<Database, 'db'>, now: Date): Promise<InstallationKind> =>
  (await installationKind(database.db)) ?? markInstallation(database.db, 'real', now);
