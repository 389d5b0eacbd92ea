import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openServices, type Services } from '#server/services.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { newObject } from '#tests/support/editing.ts';

const LABEL = { apiName: 'name', type: 'text', label: '名称' } as const;
let store: TestDatabase;
let services: Services;
/** Tables that were read, in order. */
const reads: string[] = [];

beforeAll(async () => {
  store = await openTestDatabase();
  const db = store.database.db.withPlugin({
    transformQuery: ({ node }) => {
      const table = /"from":.*?"identifier":\{"kind":"IdentifierNode","name":"(\w+)"/.exec(JSON.stringify(node))?.[1];
      if (node.kind === 'SelectQueryNode' && table !== undefined) reads.push(table);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  services = await openServices({ ...store.database, db }, { objects: [], optionSets: [] }, () => TEST_NOW);
});
afterAll(() => store.drop());
beforeEach(() => reads.splice(0));

/** Waits until the screens of this process have been notified. */
const told = (type: string) =>
  new Promise<void>((done) => {
    services.bus.subscribe((event) => event.type === type && done());
  });

// Once under the lock of the save, once to renew what the process knows; the hint about its own save reads nothing.
it('A saved object is read once by the process that saved it', async () => {
  const hint = told('metadata.changed');
  await services.metadata.save(newObject('Sample', [LABEL]), 0, 'test');
  await hint;
  expect(services.catalog.object('Sample').version).toBe(1);
  expect(reads.filter((table) => table === 'meta_object')).toHaveLength(2);
});

it('A saved option set is read once by the process that saved it', async () => {
  const hint = told('options.changed');
  const options = [{ value: 'glad', label: '高兴' }];
  await services.metadata.saveOptionSet({ name: 'mood', label: '心情', kind: 'list', options }, 0, 'test');
  await hint;
  expect(services.catalog.optionSet('mood').version).toBe(1);
  expect(reads.filter((table) => table === 'option_set')).toHaveLength(2);
});
