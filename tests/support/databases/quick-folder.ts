import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Folder of the files that are kept in memory, where the system has one. */
const MEMORY = '/dev/shm';
/** Bytes that must be free there: two workers have a few databases of up to 120 MB open at once. */
const ROOM = 2 * 1024 ** 3;

/**
 * Where databases of tests are: in memory if there is room. Each is a thousand files that are soon deleted again, and a
 * disk may look at every file deleted lately before it makes a new one, which takes longer than the copying.
 */
export function quickFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM ? MEMORY : tmpdir();
}
