import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { writeRates } from '#server/core/records/rate-queries.ts';
import { checkDerived, type WrongValue } from '#server/core/derived/check.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { made, newObject, saveDefinition, saveField } from '#tests/support/editing.ts';
import { DEAL_FIELDS, FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';

const OPTIONS: readonly SelectOption[] = [
  { value: '未透露', label: '未透露' },
  { value: '数百万', label: '数百万', atLeast: '1000000' },
  { value: '数千万', label: '数千万', atLeast: '10000000' },
];
const of = ['amount'];
const FIRM_FIELDS = [
  overDeals('exact', { function: 'sum', of }),
  overDeals('total', { function: 'sum', of, bands: 'atLeast' }),
  overDeals('ownTotal', { function: 'sum', of, bands: 'atLeast', currency: 'uniform' }),
  overDeals('least', { function: 'min', of, bands: 'atLeast' }),
  overDeals('most', { function: 'max', of, bands: 'atLeast' }),
  overDeals('mostExact', { function: 'max', of, bands: 'leaveOut' }),
];

let test: TestApp;
let world: FirmsAndDeals;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  await world.begin([]);
  await saveBands(OPTIONS, 0);
  const amount = { apiName: 'amount', type: 'currency', label: '金额', config: { bandOptionSet: 'dealBand' } } as const;
  const fields = DEAL_FIELDS.map((field) => (field.apiName === 'amount' ? amount : field));
  made(await saveDefinition(test, newObject('Deal', fields)));
  const name = { apiName: 'name', type: 'text', label: '名称' } as const;
  made(await saveDefinition(test, newObject('Firm', [name, ...FIRM_FIELDS])));
  await test.services.formulas.jobs.fill();
  await writeRates(test.store.database.db, [{ currency: 'USD', day: '2024-03-01', cny: '7' }]);
});
afterAll(() => test.close());

async function saveBands(options: readonly SelectOption[], baseVersion: number): Promise<void> {
  const optionSet = { name: 'dealBand', label: '金额区间', kind: 'list', options };
  made(await test.post('staff', '/api/metadata/selectOption/save', { baseVersion, optionSet }));
}

const deal = (firm: string, amount?: object) =>
  world.create('Deal', { firm: { id: firm }, on: '2024-03-01', ...(amount && { amount }) });
const yuan = (num: string) => ({ num, currency: 'CNY', equivalentMoney: num });

/** Values that a fresh count of the records would give otherwise. */
async function wrongValues(): Promise<readonly WrongValue[]> {
  const wrong: WrongValue[] = [];
  const { catalog, database, now } = test.services;
  await checkDerived({ catalog, database, now }, { onWrong: (one) => wrong.push(one) });
  return wrong;
}

describe('A roll-up of amounts of which only a band is known', () => {
  it('adds the least amount of each band, and is at least that much', async () => {
    const firm = await world.create('Firm', { name: '星河' });
    await deal(firm, { num: '1000000', currency: 'USD' });
    expect(await world.read('Firm', firm)).toMatchObject({
      total: { ...yuan('7000000'), rows: 1, unknown: 0 },
      ownTotal: { num: '1000000', currency: 'USD', equivalentMoney: '7000000', rows: 1, unknown: 0 },
    });
    await deal(firm, { band: '数千万' });
    await deal(firm, { band: '数百万' });
    await deal(firm, { band: '未透露' });
    await deal(firm);
    expect(await world.read('Firm', firm)).toMatchObject({
      exact: { ...yuan('7000000'), rows: 5, unknown: 4 },
      total: { ...yuan('18000000'), rows: 5, unknown: 4 },
      ownTotal: { ...yuan('18000000'), rows: 5, unknown: 4 },
      least: { ...yuan('1000000'), rows: 3, unknown: 2 },
      most: { ...yuan('10000000'), rows: 3, unknown: 2 },
      mostExact: { num: '1000000', currency: 'USD', equivalentMoney: '7000000' },
    });
  });

  it('keeps an exact amount that is the largest in its own currency', async () => {
    const firm = await world.create('Firm', { name: '远洋' });
    await deal(firm, { band: '数百万' });
    await deal(firm, { num: '5000000', currency: 'USD' });
    const most = { num: '5000000', currency: 'USD', equivalentMoney: '35000000', rows: 2, unknown: 1 };
    expect((await world.read('Firm', firm))['most']).toEqual(most);
  });

  it('knows nothing of bands without a least amount, or in another currency', async () => {
    const firm = await world.create('Firm', { name: '未知' });
    await deal(firm, { band: '未透露' });
    await deal(firm, { band: '数千万', currency: 'USD' });
    const { total, most } = await world.read('Firm', firm);
    expect([total, most]).toEqual([undefined, undefined]);
  });

  it('follows a change of the least amount of a band', async () => {
    const firm = await world.create('Firm', { name: '改' });
    await deal(firm, { band: '数千万' });
    const dearer = OPTIONS.map((option) => (option.value === '数千万' ? { ...option, atLeast: '20000000' } : option));
    await saveBands(dearer, 1);
    await test.services.formulas.jobs.fill();
    await world.drain();
    expect((await world.read('Firm', firm))['total']).toEqual({ ...yuan('20000000'), rows: 1, unknown: 1 });
    await deal(firm, { band: '数千万' });
    expect((await world.read('Firm', firm))['total']).toMatchObject(yuan('40000000'));
    expect(await wrongValues()).toEqual([]);
  });

  it('begins to count bands in when its definition says so', async () => {
    const firm = await world.create('Firm', { name: '换' });
    await deal(firm, { num: '5', currency: 'CNY' });
    await deal(firm, { band: '数百万' });
    made(await saveField(test, 'Firm', overDeals('mostExact', { function: 'max', of, bands: 'atLeast' })));
    await test.services.formulas.jobs.fill();
    const most = { ...yuan('1000000'), rows: 2, unknown: 1 };
    expect((await world.read('Firm', firm))['mostExact']).toEqual(most);
    const back = await saveField(test, 'Firm', overDeals('mostExact', { function: 'max', of }));
    expect(back.msg).toContain('请另建一个字段');
    expect(await wrongValues()).toEqual([]);
  });

  it('is refused where no band can be added', async () => {
    const refused = async (rollup: Parameters<typeof overDeals>[1]) =>
      (await saveField(test, 'Firm', overDeals('wrong', rollup))).msg;
    const words = '只有能填区间的金额，其合计、最小与最大能计入区间';
    expect(await refused({ function: 'avg', of, bands: 'atLeast' })).toContain(words);
    expect(await refused({ function: 'sum', of: ['staff'], bands: 'atLeast' })).toContain(words);
  });

  it('takes plain amounts alone as the least amount of an option', async () => {
    const options = [{ value: '数千万', label: '数千万', atLeast: '一千万' }];
    const body = { baseVersion: 0, optionSet: { name: 'otherBand', label: '区间', kind: 'list', options } };
    expect((await test.post('staff', '/api/metadata/selectOption/save', body)).msg).toContain('至少金额');
  });
});
