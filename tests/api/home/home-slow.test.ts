import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeHome } from '#server/commands/seed/home.ts';
import { HomePage, type HomeDeps } from '#server/features/home/home.ts';
import { AggregateReader } from '#server/core/aggregates/reader.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  await storeHome(test.services.database, test.services.writer, TEST_NOW);
});
afterAll(() => test.close());

const ACTOR = { id: '1', name: '示例', roles: ['ORG_INVESTOR'], vipType: 0 };

function pageWith(sources: HomeDeps['sources'], reports: unknown[] = []): HomePage {
  const { catalog, reader, database, now } = test.services;
  return new HomePage({
    catalog,
    reader,
    aggregates: new AggregateReader(database, catalog),
    now,
    db: database.db,
    sources,
    // Long enough for what answers from the database.
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    report: (error) => void reports.push(error),
  });
}

it('A block that takes long, like matches whose book is not read yet, holds up nothing and is asked for by itself', async () => {
  const book = Promise.withResolvers<undefined>();
  const page = pageWith({ matches: () => book.promise.then(() => ({ isEmpty: true })) });
  const first = await page.read(ACTOR);
  const matches = first.blocks.find(({ title }) => title === '新的匹配');
  expect(matches).toMatchObject({ slow: true });
  expect(first.blocks.some(({ content, empty }) => content !== undefined || empty !== undefined)).toBe(true);
  book.resolve(undefined);
  const { blocks } = await page.read(ACTOR, [matches?.id ?? '']);
  expect(blocks).toMatchObject([{ title: '新的匹配', empty: { way: { label: '查看全部匹配' } } }]);
});

it('A block that fails says so alone, without what is no business of the user, and is reported', async () => {
  const reports: unknown[] = [];
  const fault = new Error('relation "chat_inbox" does not exist');
  const page = pageWith({ talks: () => Promise.reject(fault) }, reports);
  const { blocks } = await page.read(ACTOR);
  const talks = blocks.find(({ title }) => title === '待回复的私信');
  expect(talks?.refused).toEqual({ code: 50_000, message: '这一块暂时无法显示，请稍后再试' });
  expect(blocks.filter(({ refused }) => refused)).toHaveLength(1);
  expect(reports).toEqual([fault]);
});
