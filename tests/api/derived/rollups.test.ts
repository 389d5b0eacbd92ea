import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeRates } from '#server/core/records/rate-queries.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { saveField } from '#tests/support/editing.ts';
import { FirmsAndDeals, NEWEST_FIRST, overDeals } from '#tests/support/derived/firms-and-deals.ts';

const FIRM_FIELDS = [
  overDeals('deals', { function: 'count' }),
  overDeals('hasDeals', { function: 'exists' }),
  overDeals('total', { function: 'sum', of: ['amount'] }),
  overDeals('ownTotal', { function: 'sum', of: ['amount'], currency: 'uniform' }),
  overDeals('average', { function: 'avg', of: ['amount'] }),
  overDeals('largest', { function: 'max', of: ['amount'] }),
  overDeals('staffTotal', { function: 'sum', of: ['staff'] }),
  overDeals('staffAverage', { function: 'avg', of: ['staff'] }),
  overDeals('leastShare', { function: 'min', of: ['share'] }),
  overDeals('firstOn', { function: 'min', of: ['on'] }),
  overDeals('latestRound', { function: 'first', of: ['round'], orderBy: NEWEST_FIRST }),
  overDeals('latestAmount', { function: 'first', of: ['amount'], orderBy: NEWEST_FIRST }),
  overDeals('latestOn', { function: 'first', of: ['on'], orderBy: NEWEST_FIRST }),
  overDeals('rounds', { function: 'distinct', of: ['round'] }),
  overDeals('labels', { function: 'distinct', of: ['labels'] }),
  overDeals('investors', { function: 'distinct', of: ['leads', 'follows'] }),
  overDeals('investorCount', { function: 'countDistinct', of: ['leads', 'follows'] }),
  overDeals('openDeals', { function: 'count', filter: { field: 'open', op: 'eq', value: true } }),
  overDeals('roundsOnce', { function: 'count', distinctBy: ['round', 'on'] }),
];
const FUND_FIELDS = [
  overDeals('deals', { function: 'count', fields: ['leads', 'follows'] }),
  overDeals('ledDeals', { function: 'count', fields: ['leads'] }),
  overDeals('firms', { function: 'countDistinct', of: ['firm'], fields: ['leads', 'follows'] }),
];

let test: TestApp;
let world: FirmsAndDeals;
let funds: string[];
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  await world.begin(FIRM_FIELDS, FUND_FIELDS);
  funds = [await world.create('Fund', { name: '远山' }), await world.create('Fund', { name: '近水' })];
});
afterAll(() => test.close());

const [link, links] = [(id: string) => ({ id }), (...ids: string[]) => ids.map((id) => ({ id }))];
const yuan = (num: string) => ({ num, currency: 'CNY' });

describe('A roll-up', () => {
  it('of a record that no other one points at is zero, no, or nothing', async () => {
    const firm = await world.read('Firm', await world.create('Firm', { name: '空' }));
    const { id: _id, version: _version, createdAt: _at, updatedAt: _later, ...values } = firm;
    expect(values).toEqual({ name: '空', deals: 0, hasDeals: false, openDeals: 0, roundsOnce: 0, investorCount: 0 });
  });

  it('adds amounts up in their own currency where all have a number in one, and in CNY where they do not', async () => {
    const firm = await world.create('Firm', { name: '同币种' });
    const deal = (amount: object) => world.create('Deal', { firm: link(firm), on: '2024-03-01', amount });
    const sum = async () => (await world.read('Firm', firm))['ownTotal'];
    await deal({ num: '100', currency: 'USD' });
    await deal({ num: '50.5', currency: 'USD' });
    expect(await sum()).toEqual({ num: '150.5', currency: 'USD', rows: 2, unknown: 0 });
    await writeRates(test.store.database.db, [{ currency: 'EUR', day: '2024-03-01', cny: '8' }]);
    await deal({ num: '7', currency: 'EUR' });
    expect(await sum()).toEqual({ num: '56', currency: 'CNY', equivalentMoney: '56', rows: 3, unknown: 2 });
    const other = await world.create('Firm', { name: '都有汇率' });
    await world.create('Deal', { firm: link(other), on: '2024-03-01', amount: { num: '2', currency: 'EUR' } });
    const euros = { num: '2', currency: 'EUR', equivalentMoney: '16', rows: 1, unknown: 0 };
    expect((await world.read('Firm', other))['ownTotal']).toEqual(euros);
    await world.create('Deal', { firm: link(other), on: '2024' });
    const inYuan = { num: '16', currency: 'CNY', equivalentMoney: '16', rows: 2, unknown: 1 };
    expect((await world.read('Firm', other))['ownTotal']).toEqual(inYuan);
  });

  it('names a currency only for a sum of amounts', async () => {
    const wrong = overDeals('wrong', { function: 'sum', of: ['staff'], currency: 'uniform' });
    expect((await saveField(test, 'Firm', wrong)).msg).toContain('只有金额的合计能指定币种');
  });

  it('is right in the answer to the save of what it counts', async () => {
    const firm = await world.create('Firm', { name: '星河' });
    const [far = '', near = ''] = funds;
    const first = {
      firm: link(firm),
      round: 'A',
      on: '2024-03',
      amount: yuan('100'),
      staff: 3,
      share: '10',
      open: true,
    };
    await world.create('Deal', { title: '一', ...first, leads: links(far), labels: ['智能', '硬件'] });
    await world.create('Deal', {
      title: '二',
      firm: link(firm),
      round: 'B',
      on: '2025-06-01',
      leads: links(near),
      follows: links(far),
      labels: ['智能'],
    });
    await world.create('Deal', {
      title: '三',
      firm: link(firm),
      round: 'A',
      on: '2024-03',
      amount: yuan('250.5'),
      staff: 6,
      share: '5',
    });
    expect(await world.read('Firm', firm)).toMatchObject({
      deals: 3,
      hasDeals: true,
      total: { num: '350.5', currency: 'CNY', equivalentMoney: '350.5', rows: 3, unknown: 1 },
      average: { num: '175.25', currency: 'CNY' },
      largest: { num: '250.5', currency: 'CNY' },
      staffTotal: 9,
      staffAverage: '4.5',
      leastShare: '5',
      firstOn: '2024-03',
      latestRound: 'B',
      latestOn: '2025-06-01',
      rounds: ['A', 'B'],
      labels: ['智能', '硬件'],
      investors: [
        { id: far, name: '远山' },
        { id: near, name: '近水' },
      ],
      investorCount: 2,
      openDeals: 1,
      roundsOnce: 2,
    });
    expect((await world.read('Firm', firm))['latestAmount']).toBeUndefined();
  });

  it('counts a record that points by two of its fields once', async () => {
    const fund = await world.create('Fund', { name: '双投' });
    const firm = await world.create('Firm', { name: '双星' });
    const deal = await world.create('Deal', {
      title: '双',
      firm: link(firm),
      leads: links(fund),
      follows: links(fund),
    });
    expect(await world.read('Fund', fund)).toMatchObject({ deals: 1, ledDeals: 1, firms: 1 });
    await world.change('Deal', deal, { leads: [] });
    expect(await world.read('Fund', fund)).toMatchObject({ deals: 1, ledDeals: 0, firms: 1 });
  });

  it('follows a record that moves from one to another, and one that is deleted', async () => {
    const [one, two] = [await world.create('Firm', { name: '甲' }), await world.create('Firm', { name: '乙' })];
    const deal = await world.create('Deal', { title: '移', firm: link(one), staff: 2 });
    await world.change('Deal', deal, { firm: link(two) });
    expect(await world.read('Firm', one)).toMatchObject({ deals: 0, hasDeals: false });
    expect(await world.read('Firm', two)).toMatchObject({ deals: 1, staffTotal: 2 });
    await world.remove('Deal', deal);
    expect(await world.read('Firm', two)).toMatchObject({ deals: 0 });
    expect((await world.read('Firm', two))['staffTotal']).toBeUndefined();
  });

  it('changes neither the version nor the time of its record', async () => {
    const firm = await world.create('Firm', { name: '静' });
    const before = await world.read('Firm', firm);
    await world.create('Deal', { title: '动', firm: link(firm) });
    expect(await world.read('Firm', firm)).toMatchObject({
      version: before['version'],
      updatedAt: before['updatedAt'],
      deals: 1,
    });
  });

  it('is never taken from what a form sends', async () => {
    const firm = await world.create('Firm', { name: '造', deals: 99 });
    await world.change('Firm', firm, { name: '造假', deals: 98, hasDeals: true });
    expect(await world.read('Firm', firm)).toMatchObject({ name: '造假', deals: 0, hasDeals: false });
  });
});
