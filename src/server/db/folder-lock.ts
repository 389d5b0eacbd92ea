import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '#shared/errors.ts';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive and belongs to another system user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Folders that this process has open. A lock with our number and not in here is of a process before us: in a container all are number 1. */
const held = new Set<string>();

const refusal = (folder: string, pid: number) =>
  new Failure(
    'UNAVAILABLE',
    `数据目录 ${folder} 正被另一个进程（${pid}）使用，请先停止它，或设置 DATABASE_URL 使用 PostgreSQL。`,
  );

/**
 * Keeps a second process out of an embedded database: two would destroy it. A lock whose process is gone is taken over.
 * Returns the way to give it back. @throws Failure UNAVAILABLE when another process has the folder.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = path.resolve(folder, '.lock');
  if (held.has(file)) throw refusal(folder, process.pid);
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const pid = Number(readFileSync(file, 'utf8'));
    if (Number.isInteger(pid) && pid > 0 && pid !== process.pid && isAlive(pid)) throw refusal(folder, pid);
    writeFileSync(file, String(process.pid));
  }
  held.add(file);
  return () => {
    held.delete(file);
    rmSync(file, { force: true });
  };
}
