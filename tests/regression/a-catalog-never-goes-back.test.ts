import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Catalog } from '#server/core/catalog/catalog.ts';
import { writeObject, writeOptionSet } from '#server/core/catalog/queries.ts';
import { onPostgres, type TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';
import { newObject } from '#tests/support/editing.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';

const object = (version: number, optionSet?: string) => ({
  ...newObject('Sample', [
    { apiName: 'name', type: 'text', label: '名称' },
    ...(optionSet === undefined
      ? []
      : [{ apiName: 'mood', type: 'select' as const, label: '心情', config: { optionSet } }]),
  ]),
  version,
});
let store: TestDatabase;

beforeAll(async () => {
  store = await openMigratedDatabase();
  await writeObject(store.database.db, object(1), [], 'test', TEST_NOW);
});
afterAll(() => store.drop());

describe('what a process knows of an object', () => {
  // The embedded database has one connection: an answer that is held back there holds back all others.
  it.skipIf(!onPostgres)('is not replaced by an older version that was read before', async () => {
    const { db } = store.database;
    const read = Promise.withResolvers<void>();
    const arrive = Promise.withResolvers<void>();
    let answers = 0;
    // The second answer, all objects, has been given and has not arrived yet.
    const slow = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        answers += 1;
        if (answers !== 2) return result;
        read.resolve();
        await arrive.promise;
        return result;
      },
    });
    const catalog = new Catalog(slow);
    const loading = catalog.load();
    await read.promise;
    await writeObject(db, object(2), [], 'test', TEST_NOW);
    await catalog.refresh('Sample');
    arrive.resolve();
    await loading;
    expect(catalog.object('Sample').version).toBe(2);
  });

  it('comes with the option set that was saved just before it', async () => {
    const { db } = store.database;
    const catalog = new Catalog(db);
    await catalog.load();
    const options = [{ value: 'glad', label: '高兴' }];
    await writeOptionSet(db, { name: 'mood', label: '心情', kind: 'list', options, version: 1 }, 'test', TEST_NOW);
    await writeObject(db, object(3, 'mood'), [], 'test', TEST_NOW);
    await catalog.refresh('Sample');
    expect(catalog.object('Sample').field('mood')?.selectOptions).toEqual([{ value: 'glad', label: '高兴' }]);
  });
});
