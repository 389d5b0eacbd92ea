import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { DUTIES } from '#schemas/metadata/duty.ts';
import { SAMPLE_ACCOUNTS } from '#sample/sample-accounts.ts';
import { SAMPLE_PASSWORD, storeSample } from '#server/commands/seed/store-sample.ts';
import { decideKind } from '#server/platform/installation/decide-kind.ts';
import { installationKind, markInstallation } from '#server/platform/installation/queries.ts';
import { guardSampleAccounts } from '#server/platform/installation/sample-accounts.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { createApp } from '#server/app.ts';
import { openServices, type Services } from '#server/services.ts';
import { onPostgres, type TestDatabase } from '#tests/support/databases/database.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { openSampleDatabase, openShippedDatabase } from '#tests/support/databases/kept-databases.ts';
import { newAccount } from '#tests/support/account/people.ts';
import { codeOf, TEST_NOW } from '#tests/support/app/test-app.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const opened: TestDatabase[] = [];
afterEach(async () => {
  for (const app of apps.values()) await app.close();
  apps.clear();
  for (const store of opened.splice(0)) await store.drop();
});

/** Opens a database: one that a first start has just made, unless another is given. */
async function open(make: () => Promise<TestDatabase> = openShippedDatabase) {
  const store = await make();
  opened.push(store);
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  return { store, services: await openServices(store.database, shipped, () => TEST_NOW) };
}

/** The app of each database that users sign in to: to make one takes longer than to sign in. */
const apps = new Map<Services, FastifyInstance>();

async function signIn(services: Services, username: string, password: string) {
  const app = apps.get(services) ?? fromOwnPage(await createApp(services, { signInLimit: 1000 }));
  apps.set(services, app);
  const payload = new URLSearchParams({ username, password }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await app.inject({ method: 'POST', url: '/api/p/passport/sign_in', headers, payload });
  return reply.json<{ code: number }>().code;
}

/** Starts the server as `npm start` does, until it says that it listens; gives what it said. */
function startServer(address: TestDatabase['address'], ...more: string[]): Promise<string> {
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: address.url ?? '',
    JINGTU_DATA: address.dataDir,
  };
  const child = spawn(process.execPath, ['src/server/main.ts', ...more], { cwd: ROOT, env });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('接口文档')) child.kill('SIGTERM');
  });
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => child.once('close', () => resolve(said)));
}

describe('an installation that was begun with --empty', () => {
  it('gets no sample data and no sample account by a later plain start', async () => {
    const store = await openShippedDatabase();
    await store.release();
    expect(await startServer(store.address, '--empty')).toContain('npm run staff');
    const said = await startServer(store.address);
    expect(said).toContain('npm run staff');
    expect(said).not.toContain(SAMPLE_PASSWORD);
    await store.drop();
  });

  it('is refused to npm run seed in words, and keeps holding nothing', async () => {
    const { store, services } = await open();
    expect(await decideKind(store.database, TEST_NOW)).toBe('real');
    await expect(storeSample(services, TEST_NOW, () => undefined)).rejects.toThrow('这是正式数据库');
    expect(await store.database.db.selectFrom('account').selectAll().execute()).toEqual([]);
    await store.release();
    const env = { ...process.env, DATABASE_URL: store.address.url ?? '', JINGTU_DATA: store.address.dataDir };
    const seeded = promisify(execFile)(process.execPath, ['src/server/commands/seed.ts'], { cwd: ROOT, env });
    await expect(seeded).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('这是正式数据库') });
  });
});

describe('a new database', () => {
  it('is real unless sample data is stored in it', async () => {
    expect(await decideKind((await open()).store.database, TEST_NOW)).toBe('real');
    expect(await decideKind((await open(openSampleDatabase)).store.database, TEST_NOW)).toBe('sample');
  });

  it('takes no sample data when something was stored in it before', async () => {
    const { store, services } = await open();
    await newAccount({ services }, { username: 'first', name: '第一位用户' });
    await expect(storeSample(services, TEST_NOW, () => undefined)).rejects.toThrow('已有数据');
    expect(await decideKind(store.database, TEST_NOW)).toBe('real');
  });

  it('keeps its mark for ever, even against SQL', async () => {
    const { store } = await open();
    await markInstallation(store.database.db, 'real', TEST_NOW);
    expect(await markInstallation(store.database.db, 'sample', TEST_NOW)).toBe('real');
    const change = store.database.db.updateTable('installation').set({ kind: 'sample' }).execute();
    await expect(change).rejects.toThrow('never changed');
    expect(await decideKind(store.database, TEST_NOW)).toBe('real');
  });
});

describe('a database of an earlier release', () => {
  /** As if migration 0028 had not been there yet, nor the sample accounts that came after it, one for each duty. */
  async function asBefore(store: TestDatabase) {
    const { db } = store.database;
    for (const duty of DUTIES)
      await db
        .updateTable('account')
        .set({ username: `sample-${duty}` })
        .where('username', '=', duty)
        .execute();
    for (const statement of ['drop table installation', 'alter table account drop column is_sample'])
      await store.database.pool.query(statement);
    await db
      .deleteFrom('migration' as never)
      .where('name' as never, '=', '0028-installation' as never)
      .execute();
    const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
    await openServices(store.database, shipped, () => TEST_NOW);
    return installationKind(db);
  }

  it('is a sample when it holds the sample accounts and no others', async () => {
    const { store } = await open(openSampleDatabase);
    expect(await asBefore(store)).toBe('sample');
  });

  it('is real when any other user signed up, and when it has no account at all', async () => {
    const { store, services } = await open(openSampleDatabase);
    await newAccount({ services }, { username: 'somebody', name: '真实用户' });
    expect(await asBefore(store)).toBe('real');
    expect(await asBefore((await open()).store)).toBe('real');
  });
});

describe('sample accounts', () => {
  it('cannot be used where others can reach the server, and can again in private', async () => {
    const { store, services } = await open(openSampleDatabase);
    expect(await signIn(services, 'staff', SAMPLE_PASSWORD)).toBe(0);
    await guardSampleAccounts(services, { kind: 'sample', isPrivate: false });
    for (const { username } of SAMPLE_ACCOUNTS)
      expect(await signIn(services, username, SAMPLE_PASSWORD)).toBe(codeOf('ACCOUNT_FROZEN'));
    const living = store.database.db.selectFrom('session').select('id').where('ended_at', 'is', null);
    expect(await living.execute()).toEqual([]);
    await guardSampleAccounts(services, { kind: 'sample', isPrivate: true });
    // On PostgreSQL another process may be open to others: there npm run seed opens them.
    const expected = onPostgres ? codeOf('ACCOUNT_FROZEN') : 0;
    expect(await signIn(services, 'staff', SAMPLE_PASSWORD)).toBe(expected);
  });

  it('cannot be used beside real data, not even in private', async () => {
    const { services } = await open(openSampleDatabase);
    await guardSampleAccounts(services, { kind: 'real', isPrivate: true });
    expect(await signIn(services, 'staff', SAMPLE_PASSWORD)).toBe(codeOf('ACCOUNT_FROZEN'));
  });
});
