import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { lockFolder } from '#server/db/folder-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'jingtu-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const OPENER = path.join(import.meta.dirname, '../../support/processes/folder-opener.ts');
const secondProcess = () => spawnSync(process.execPath, [OPENER, folder], { encoding: 'utf8' });

describe('the folder of an embedded database', () => {
  it('is one process’s at a time: a second one is refused in words, and the first goes on', async () => {
    const database = await openDatabase({ dataDir: folder });
    const { status, stderr } = secondProcess();
    expect(status).toBe(7);
    expect(stderr).toContain(`正被另一个进程（${process.pid}）使用，请先停止它，或设置 DATABASE_URL 使用 PostgreSQL`);
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await database.close();
    expect(secondProcess()).toMatchObject({ status: 0, stderr: '' });
  });

  it('is not opened twice by one process either', async () => {
    const database = await openDatabase({ dataDir: folder });
    await expect(openDatabase({ dataDir: folder })).rejects.toThrow('正被');
    await database.close();
  });

  it('is free again when it could not be opened', async () => {
    writeFileSync(path.join(folder, 'pglite'), 'a file where the database should be');
    await expect(openDatabase({ dataDir: folder })).rejects.toHaveProperty('errno');
    expect(existsSync(path.join(folder, '.lock'))).toBe(false);
    lockFolder(folder)();
  });

  it.each(['999999999', String(process.pid), 'not a number', ''])(
    'left by a process that is gone (%j) is taken over',
    (left) => {
      writeFileSync(path.join(folder, '.lock'), left);
      const unlock = lockFolder(folder);
      expect(readFileSync(path.join(folder, '.lock'), 'utf8')).toBe(String(process.pid));
      unlock();
    },
  );
});
