import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpenClient } from '#clients/typescript/client.ts';
import { OpenFailure } from '#clients/typescript/failure.ts';
import { followOnce } from '#clients/typescript/follower.ts';
import { examplesOf } from '#client/features/open/examples.ts';
import { expireChanges } from '#server/core/changes/queries.ts';
import { newAccount, signInBy } from '#tests/support/account/people.ts';
import { codeOf, openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { FirmsAndDeals } from '#tests/support/derived/firms-and-deals.ts';
import { MemoryCopy } from '#tests/support/open/memory-copy.ts';
import { keyOf } from '#tests/support/open/open-world.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';

const run = promisify(execFile);
let test: TestApp;
let world: FirmsAndDeals;
let now = TEST_NOW;
let origin = '';
let secret = '';
let client: OpenClient;
/** Seconds that the client waited. */
const waited: number[] = [];

beforeAll(async () => {
  test = await openTestApp(undefined, { now: () => now });
  world = new FirmsAndDeals(test);
  await world.begin([]);
  const firm = await world.create('Firm', { name: '示例科技' });
  for (let at = 0; at < 12; at += 1)
    await world.create('Deal', { title: `交易${at}`, firm: { id: firm }, round: at % 2 ? 'A' : 'B' });
  await newAccount(test, { username: 'client', name: '示例读者' });
  ({ secret } = await keyOf(await signInBy(test, 'client')));
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
  client = new OpenClient({
    origin,
    key: secret,
    wait: async (seconds) => {
      waited.push(seconds);
      now = new Date(now.getTime() + seconds * 1000);
    },
  });
});
afterAll(() => test.close());

const settle = async () => {
  if (onPostgres) await settledChanges(test.services.database.db);
};

describe('the published client', () => {
  it('lists records over all pages', async () => {
    const titles: unknown[] = [];
    const filter = JSON.stringify({ field: 'round', op: 'eq', value: 'A' });
    for await (const row of client.list('Deal', { filter, sort: 'title', limit: 4 })) titles.push(row['title']);
    expect(titles).toEqual(['交易1', '交易11', '交易3', '交易5', '交易7', '交易9']);
  });

  it('works out numbers and finds names, with types of both', async () => {
    const params = { objectApiName: 'Deal' };
    const figures = await client.call('aggregateRecords', {
      params,
      body: { group: { by: 'round' }, measures: [{ fn: 'count' }] },
    });
    expect(new Map(figures.value.map(({ label, values }) => [label, values[0]]))).toEqual(
      new Map([
        ['A', '6'],
        ['B', '6'],
      ]),
    );
    const found = await client.call('resolveNames', {
      params: { objectApiName: 'Firm' },
      body: { names: ['示例科技'] },
    });
    expect(found.value[0]?.candidates).toHaveLength(1);
  });

  it('gives refusals with what finds them again', async () => {
    const refused = client.call('listOpenRecords', { params: { objectApiName: 'Nowhere' }, query: {} });
    await expect(refused).rejects.toBeInstanceOf(OpenFailure);
    await expect(refused).rejects.toMatchObject({
      status: 404,
      code: codeOf('UNKNOWN_OBJECT'),
      requestId: expect.any(String),
    });
  });

  it('waits as long as it is asked to where it comes too early', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        client.call('listOpenRecords', { params: { objectApiName: 'Deal' }, query: { limit: 1 } }),
      ),
    );
    expect(answers).toHaveLength(60);
    expect(waited.length).toBeGreaterThan(0);
  });
});

describe('a copy that is kept with the published client', () => {
  it('has all there is, goes on after a crash, and begins again when it was away too long', async () => {
    await settle();
    const copy = new MemoryCopy();
    const follow = () => followOnce(client, { objectApiName: 'Deal', fields: 'title' }, copy);
    const titles = async () => {
      const rows: unknown[] = [];
      for await (const { id, title } of client.list('Deal', { fields: 'title', limit: 200 }))
        rows.push([id, { id, title }]);
      return new Map(rows as [string, object][]);
    };
    await follow();
    expect(copy.records).toEqual(await titles());
    const [first = ''] = [...copy.records.keys()];
    await world.change('Deal', first, { title: '改过的' });
    await world.remove('Deal', [...copy.records.keys()][1] ?? '');
    await settle();
    copy.pagesUntilCrash = 0;
    await expect(follow()).rejects.toThrow('The copy crashed.');
    copy.pagesUntilCrash = undefined;
    await follow();
    expect(copy.records).toEqual(await titles());
    expect(copy.begun).toBe(1);
    await world.create('Deal', { title: '很久以后' });
    await settle();
    while (await expireChanges(test.services.database.db, new Date('2999-01-01')));
    await follow();
    expect(copy.begun).toBe(2);
    expect(copy.records).toEqual(await titles());
  });
});

describe('the examples of the page', () => {
  it.each(examplesOf('ORIGIN', 'Deal').map(({ title, text }) => [title, text]))(
    '%s: runs as it is shown',
    async (_, text) => {
      now = new Date(now.getTime() + 20_000);
      const { stdout } = await run('sh', ['-c', text.replaceAll('ORIGIN', origin)], {
        env: { ...process.env, JINGTU_KEY: secret },
      });
      expect(JSON.parse(stdout)).toMatchObject({ code: 0 });
    },
  );
});
