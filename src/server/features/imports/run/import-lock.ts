import { lockWork } from '#server/core/jobs/work-lock.ts';
import type { Database } from '#server/db/database.ts';

/** Any number that is ours. */
const IMPORTS = 7_315_207;

/** Makes one import run at a time on a database. @returns as lockWork does. */
export const lockImports = (database: Database): Promise<(() => Promise<void>) | undefined> =>
  lockWork(database, IMPORTS);
