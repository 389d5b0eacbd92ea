import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReadQueries } from '#server/db/read-queries.ts';
import { orderedIds } from '#server/features/records/exports/file/ordered-ids.ts';
import { planPage } from '#server/core/lists/list-plan.ts';
import { everything } from '#tests/support/records/readable-sample.ts';
import { saveSearched, searchedObject, storeRecords, textField } from '#tests/support/records/search-records.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const OBJECT = 'Filled';
const COUNT = 30;

let test: TestApp;
let ids: string[];

beforeAll(async () => {
  test = await openTestApp();
  await saveSearched(test, searchedObject(OBJECT, [textField('town')]));
  const records = Array.from({ length: COUNT }, (_, at) => ({
    name: `企业${at}`,
    town: at % 3 === 0 ? '杭州' : '北京',
  }));
  ids = await storeRecords(test, OBJECT, records);
});
afterAll(() => test.close());

// Rows that are taken from the search index were once taken from there without a keyword too, and then there were none.
describe('an object whose records are in the search index', () => {
  const object = () => test.services.catalog.object(OBJECT);
  const reader = () => test.services.reader;

  it('is what is read here', () => {
    expect(object().searchFilled).toBe(true);
  });

  it.each([undefined, '', ' '])('has all its records without a keyword (%j)', async (keyword) => {
    expect(await reader().count(object(), { keyword }, everything)).toEqual({ total: COUNT, totalIsExact: true });
    const filter = { field: 'town', op: 'eq', value: '杭州' };
    expect((await reader().count(object(), { keyword, filter }, everything)).total).toBe(COUNT / 3);
    expect((await reader().list(object(), { keyword, filter, pageSize: 100 }, everything)).list).toHaveLength(
      COUNT / 3,
    );
  });

  it('says how many rows are before a page behind its end', async () => {
    const page = await reader().list(object(), { page: 9, pageSize: 10 }, everything);
    expect(page).toMatchObject({ list: [], total: COUNT });
  });

  it('is exported with all its rows', async () => {
    const { database } = test.store;
    const queries = new ReadQueries(database.reads, database.kind === 'postgres');
    const plan = planPage(object(), {}, everything);
    const exported = await orderedIds(database, queries, plan, new AbortController().signal);
    expect(exported.slice(0, COUNT + 1)).toEqual(ids.toReversed());
  });
});
