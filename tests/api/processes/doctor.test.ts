import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInstalledDatabase } from '#tests/support/databases/kept-databases.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/databases/database.ts';

const COMMANDS = path.resolve(import.meta.dirname, '../../../src/server/commands');

let store: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'jingtu-doctor-'));
  store = await openInstalledDatabase();
  // The command needs an embedded database to itself.
  await store.release();
});
afterAll(async () => {
  await store.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command on the database of the test or another one, with some variables more. */
function run(
  [command = '', ...given]: readonly string[],
  more: Readonly<Record<string, string>> = {},
  { address } = store,
): Promise<{ code: number; out: string }> {
  const { url = '', dataDir = folder } = address;
  const env = { ...process.env, DATABASE_URL: url, JINGTU_DATA: dataDir, ...more };
  return new Promise((resolve) => {
    execFile(process.execPath, [path.join(COMMANDS, command), ...given], { env }, (error, out) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out }),
    );
  });
}

it('npm run doctor finds that an installation is well, and says what it looked at', async () => {
  const { code, out } = await run(['doctor.ts']);
  expect(out).toMatch(/^正常 {2}配置\n/);
  for (const line of ['可写', '数据库的表与此版本一致', '密钥与数据库相符', '没有发现问题。'])
    expect(out).toContain(line);
  expect(code).toBe(0);
});

it('npm run doctor names each problem: the key, the mail server, the folder', async () => {
  const { code, out } = await run(['doctor.ts'], {
    SECRET_KEY: Buffer.alloc(32, 9).toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'a@b.example',
    UPLOAD_DIR: '/proc',
  });
  expect(out).toContain('问题  密钥与数据库不符');
  expect(out).toContain('问题  邮件服务器无法登录：ESOCKET');
  expect(out).toContain('问题  上传目录 /proc');
  expect(out).toContain('发现 3 个问题。');
  expect(code).toBe(1);
});

it('npm run doctor says every fault of the configuration, and makes nothing where nothing is yet', async () => {
  const faults = await run(['doctor.ts'], { PORT: 'x', LOG_LEVEL: 'loud' });
  expect(faults.out.match(/^问题/gm)).toHaveLength(2);
  const absent = path.join(folder, 'absent');
  const { code, out } = await run(['doctor.ts'], { DATABASE_URL: '', JINGTU_DATA: absent, UPLOAD_DIR: absent });
  expect([code, existsSync(absent)]).toEqual([0, false]);
  expect(out).toContain('内置数据库尚未创建');
});

describe('npm run migrate', () => {
  const UP_TO_DATE = { code: 0, out: '数据库已是此版本，没有待执行的迁移。\n' };

  it('finds nothing to do in an installation of this release', async () => {
    expect(await run(['migrate.ts', '--plan'])).toEqual(UP_TO_DATE);
  });

  it('names each step of a new database, and says that it ran once it did', async () => {
    const empty = await openTestDatabase();
    await empty.release();
    const planned = await run(['migrate.ts', '--plan'], {}, empty);
    expect(planned.out).toMatch(/^(待执行 {2}\d{4}-[\w-]+\n)+$/);
    const ran = await run(['migrate.ts'], {}, empty);
    expect(ran).toEqual({ code: 0, out: planned.out.replaceAll('待执行', '已执行') });
    expect(await run(['migrate.ts', '--plan'], {}, empty)).toEqual(UP_TO_DATE);
    await empty.drop();
  });
});
