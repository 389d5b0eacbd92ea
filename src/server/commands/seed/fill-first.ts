import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '#shared/errors.ts';
import { embeddedFolder } from '#server/db/embedded-folder.ts';
import { runScript } from '#server/commands/child-process.ts';

const SEED = path.resolve(import.meta.dirname, '../seed.ts');
/** Kept in the data folder until all sample data is stored: the next start continues an interrupted fill. */
const UNFINISHED = '.sample-unfinished';

interface FirstStart {
  readonly database: { readonly url: string | undefined; readonly dataDir: string };
  /** No other machine reaches the server. */
  readonly isPrivate: boolean;
  /** The new database is to be a real one. */
  readonly isEmpty: boolean;
  readonly say: (line: string) => void;
}

/** `npm run seed` in a process of its own; its exit code. */
const seed = () => runScript([SEED]);

/**
 * Stores the sample data where a server starts in private on an embedded database that is not there yet. A process of its
 * own does it and takes the memory with it that 6,000 records need while they are written: several times that of a server
 * at rest.
 * @throws Failure UNAVAILABLE when that process ended without it; what went wrong it has said itself.
 */
export async function fillOnFirstStart({ database, isPrivate, isEmpty, say }: FirstStart, fill = seed): Promise<void> {
  if (database.url !== undefined || !isPrivate) return;
  const unfinished = path.join(database.dataDir, UNFINISHED);
  if (!existsSync(unfinished)) {
    if (isEmpty || existsSync(embeddedFolder(database.dataDir))) return;
    mkdirSync(database.dataDir, { recursive: true });
    writeFileSync(unfinished, '');
  }
  say('首次启动：正在写入示例数据……');
  if ((await fill()) !== 0) throw new Failure('UNAVAILABLE', '示例数据没有写完，再次启动时继续。');
  rmSync(unfinished);
}
