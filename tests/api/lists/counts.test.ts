import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReadQueries, type Row } from '#server/db/read-queries.ts';
import { headSize } from '#server/core/lists/count-queries.ts';
import { countRows } from '#server/core/lists/count-rows.ts';
import { planSelection } from '#server/core/lists/list-plan.ts';
import { everything } from '#tests/support/records/readable-sample.ts';
import { saveSearched, searchedObject, storeRecords, textField } from '#tests/support/records/search-records.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const OBJECT = 'Counted';
const RECORDS = 300;

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  await saveSearched(test, searchedObject(OBJECT, [textField('town')]));
  const records = Array.from({ length: RECORDS }, (_, at) => ({
    name: `企业${at}`,
    town: at % 3 === 0 ? '杭州' : '北京',
  }));
  await storeRecords(test, OBJECT, records);
});
afterAll(() => test.close());

/** A database that is too slow to count, and finds so many in a sample; undefined when that takes too long as well. */
class Slow extends ReadQueries {
  readonly #sample: number | undefined;
  constructor(sample: number | undefined) {
    super(test.store.database.reads, false);
    this.#sample = sample;
  }
  override async runWithin({ text }: { readonly text: string }): Promise<readonly Row[] | undefined> {
    return text.includes('tablesample') && this.#sample !== undefined ? [[String(this.#sample)]] : undefined;
  }
}

const filter = { field: 'town', op: 'eq', value: '杭州' };
const slowCount = (sample: number | undefined, selection: object = { filter }) =>
  countRows(new Slow(sample), true, planSelection(test.services.catalog.object(OBJECT), selection, everything), false);

describe('a count that would take too long', () => {
  it('is shown as an estimate', async () => {
    expect(await slowCount(undefined)).toEqual({
      total: expect.any(Number) as number,
      totalIsExact: false,
      totalIsEstimate: true,
    });
  });

  it('is what a sample says where that has enough of them', async () => {
    expect(await slowCount(78)).toMatchObject({ total: 3900, totalIsEstimate: true });
  });

  it('is never less than was seen, and never far more than the sample allows', async () => {
    for (const seen of [0, 1, 9]) {
      const { total } = await slowCount(seen);
      expect(total).toBeGreaterThanOrEqual(seen);
      expect(total).toBeLessThanOrEqual((seen + 3) * 50);
    }
  });

  it.each([{}, { filter }, { keyword: '企业' }, { keyword: '企业', filter }, { keyword: 'qy', owner: 'nobody' }])(
    'asks the database in words that it knows: %j',
    async (selection) => {
      const { services, store } = test;
      const plan = planSelection(services.catalog.object(OBJECT), selection, everything);
      const real = new ReadQueries(store.database.reads, false);
      class First extends ReadQueries {
        override async runWithin(statement: Parameters<ReadQueries['run']>[0]) {
          return statement.text.includes('tablesample') ? real.run(statement) : undefined;
        }
      }
      const counted = await countRows(new First(store.database.reads, false), true, plan, false);
      expect(counted).toMatchObject({ totalIsExact: false, totalIsEstimate: true });
    },
  );
});

describe('a count that goes along with the rows', () => {
  const listed = (query: object) =>
    test.services.reader.list(
      test.services.catalog.object(OBJECT),
      { pageSize: 10, withCount: true, ...query },
      everything,
    );

  it.each([
    [{}, 300],
    [{ filter }, 100],
    [{ filter: { not: { or: [filter, { field: 'name', op: 'eq', value: '企业1' }] } } }, 199],
  ])('says how many match: %j', async (query, total) => {
    expect((await listed(query)).count).toEqual({ total, totalIsExact: true });
  });

  it('is there with the first page alone, and where the rows do not say it themselves', async () => {
    const { after } = await listed({});
    const pages = await Promise.all([listed({ page: 2 }), listed({ after }), listed({ withCount: false })]);
    const short = await listed({ ids: ['1', '2'] });
    expect([...pages, short].map(({ count }) => count)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('is left out where more would have to be looked up than the records', async () => {
    const others = await Promise.all([listed({ keyword: '企业' }), listed({ owner: '1' })]);
    expect(others.map(({ count }) => count)).toEqual([undefined, undefined]);
  });

  it.each([
    [300, 101, '100', true],
    [1000, 51, '51', false],
    [299, 101, expect.any(String), false],
  ])('is known of %i records looked at and %i counted', async (head, limit, size, isAll) => {
    const { services, store } = test;
    const plan = planSelection(services.catalog.object(OBJECT), { filter }, everything);
    const rows = await new ReadQueries(store.database.reads, false).run(headSize(plan, head, limit));
    expect(rows).toEqual([[size, isAll]]);
  });
});
