import path from 'node:path';

/** The embedded database has a folder of its own below the data folder, beside the lock. */
export const embeddedFolder = (dataDir: string): string => path.join(dataDir, 'pglite');
