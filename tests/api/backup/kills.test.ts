import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isEmptyDatabase } from '#server/db/dump/write-database.ts';
import { BackupWorld, contentsOf, runChild } from '#tests/support/backup/backup-world.ts';
import { onPostgres, type TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';

let world: BackupWorld;
let store: TestDatabase;
beforeEach(async () => {
  world = new BackupWorld();
  store = await openMigratedDatabase();
  const upload = path.join(world.folders('here').uploads, 'public/ab', 'ab'.repeat(16));
  mkdirSync(path.dirname(upload), { recursive: true });
  writeFileSync(upload, 'a picture');
});
afterEach(async () => {
  await store.drop();
  await world.end();
});

it('a backup that is killed in the middle leaves nothing by the name of a backup, and the next one is whole', async () => {
  const file = world.path('backup.zip');
  await store.release();
  const { url, dataDir = world.path('here') } = store.address;
  const work = world.work('backup', 'here', { file, word: '：installation', url, dataDir });
  expect(await runChild(work)).toBe('SIGKILL');
  expect(readdirSync(world.folder).filter((name) => name.endsWith('.zip'))).toEqual([]);
  expect(await runChild({ ...work, word: 'nothing that is said' })).toBeNull();
  await world.restore(file, 'there');
  expect(existsSync(world.path('there', 'pglite'))).toBe(true);
});

it('a restore that is killed in the middle leaves no database, and the next one is whole', async () => {
  const { file } = await world.backUp(store.database, 'here');
  const target = await world.emptyDatabase();
  const { url } = target.address;
  const work = world.work('restore', 'there', { file, word: 'constraint', url });
  expect(await runChild(work)).toBe('SIGKILL');
  expect(onPostgres ? await isEmptyDatabase(target.database) : !existsSync(world.path('there', 'pglite'))).toBe(true);
  expect(await runChild({ ...work, word: 'nothing that is said' })).toBeNull();
  const restored = onPostgres ? target.database : await world.openEmbedded('there');
  expect(await contentsOf(restored)).toEqual(await contentsOf(store.database));
  expect(readdirSync(world.path('there')).filter((name) => name.startsWith('.restoring'))).toEqual([]);
  expect(existsSync(path.join(world.folders('there').uploads, 'public/ab', 'ab'.repeat(16)))).toBe(true);
});
