import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReadQueries, type Row } from '#server/db/read-queries.ts';
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
