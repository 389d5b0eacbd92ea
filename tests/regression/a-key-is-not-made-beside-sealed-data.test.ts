import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { openSampleDatabase } from '#tests/support/databases/kept-databases.ts';

let store: TestDatabase;
let folder: string;
beforeEach(() => {
  vi.stubEnv('SECRET_KEY', '');
  folder = mkdtempSync(path.join(tmpdir(), 'jingtu-key-'));
});
afterEach(async () => {
  // Files share a process: the next one needs its key.
  vi.unstubAllEnvs();
  await store.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the database of `store` with no key but one in its data folder. */
const open = () => openDatabase({ url: store.address.url, dataDir: store.address.dataDir ?? folder });
const hasKey = () => existsSync(path.join(store.address.dataDir ?? folder, 'secret.key'));

it('a database with sealed values is refused without its key, and no key is made that would pass for it later', async () => {
  vi.unstubAllEnvs();
  store = await openSampleDatabase();
  await store.release();
  vi.stubEnv('SECRET_KEY', '');
  await expect(open()).rejects.toThrow('数据库中已有加密的内容，但没有密钥');
  expect(hasKey()).toBe(false);
  // The refusal lets go of the database.
  await expect(open()).rejects.toThrow('数据库中已有加密的内容');
});

it('a new database gets a key of its own', async () => {
  store = await openTestDatabase();
  await store.release();
  const database = await open();
  expect(hasKey()).toBe(true);
  await database.close();
});
