import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { threadId } from 'node:worker_threads';

/** Beside what Node has compiled. */
const PLACE = path.resolve(import.meta.dirname, '../../../.cache/clusters');
/** A folder without this file holds no database, whatever else is in it. */
const SIGN = 'PG_VERSION';

/** Whether an embedded database would have to be made in a folder. */
export const isNewCluster = (folder: string): boolean => !existsSync(path.join(folder, SIGN));

/** The version of the embedded database: another one may make its files in another way. */
function engineVersion(): string {
  const file = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/**
 * The files of an empty database as the embedded one makes them. To make them takes seconds, to copy them moments: restores,
 * checks of backups and further installations begin with a copy of the first that was made. What cannot be kept or copied
 * is made.
 */
export class KeptCluster {
  readonly #place: string;
  readonly #folder: string;

  constructor(place = PLACE, version = engineVersion()) {
    this.#place = place;
    this.#folder = path.join(place, version);
  }

  /** Fills a folder; false where nothing is kept, or it cannot be copied. */
  copyTo(folder: string): boolean {
    if (!existsSync(this.#folder)) return false;
    const part = `${folder}.part`;
    try {
      rmSync(part, { recursive: true, force: true });
      cpSync(this.#folder, part, { recursive: true });
      // A process that dies before leaves no database instead of half of one.
      renameSync(part, folder);
      return true;
    } catch {
      rmSync(part, { recursive: true, force: true });
      return false;
    }
  }

  /**
   * Keeps the files of a database that nothing was written to. They are copied before it returns: the database may be
   * written to while the copy is put on the disk, which takes seconds.
   */
  async keep(folder: string): Promise<void> {
    const part = `${this.#folder}.${process.pid}-${threadId}.part`;
    try {
      mkdirSync(this.#place, { recursive: true });
      cpSync(folder, part, { recursive: true });
      await syncFiles(part);
      // Of two processes that come here at once the second finds the other's.
      renameSync(part, this.#folder);
      // Those of other versions, and what processes that died have left.
      for (const name of readdirSync(this.#place))
        if (path.join(this.#place, name) !== this.#folder) rmSync(path.join(this.#place, name), { recursive: true });
    } catch {
      rmSync(part, { recursive: true, force: true });
    }
  }
}

/** Files that are put on the disk at once. */
const AT_ONCE = 64;

/** Puts files on the disk: a copy of what a loss of power left half there would be damaged as well. */
async function syncFiles(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (let at = 0; at < entries.length; at += AT_ONCE)
    await Promise.all(
      entries.slice(at, at + AT_ONCE).map(async ({ parentPath, name }) => {
        const handle = await open(path.join(parentPath, name), 'r+');
        try {
          await handle.sync();
        } finally {
          await handle.close();
        }
      }),
    );
}
