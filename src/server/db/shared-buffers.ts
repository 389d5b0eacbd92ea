import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const MEGABYTE = 1024 * 1024;
const FEWEST = 32;
/** What PostgreSQL takes by itself. */
const MOST = 128;
/** Part of the data that is held in memory; the system keeps the files that are read often in its own. */
const SHARE = 4;

/** Megabytes of pages that the embedded database holds in memory: a small one needs few. */
export function sharedBuffers(dataDir: string | undefined): number {
  const base = dataDir === undefined ? '' : path.join(dataDir, 'base');
  if (!existsSync(base)) return FEWEST;
  const bytes = readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
  return Math.min(Math.max(Math.ceil(bytes / MEGABYTE / SHARE), FEWEST), MOST);
}
