import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StatedRule } from '#schemas/metadata/rollup.ts';
import { made, saveField } from '#tests/support/editing.ts';
import { checkDerived, type WrongValue } from '#server/core/derived/check.ts';
import { marksOf } from '#server/core/derived/changes.ts';
import { type StatedInput, stateValues } from '#server/core/derived/state-values.ts';
import { writeRates } from '#server/core/records/rate-queries.ts';
import { FirmsAndDeals, NEWEST_FIRST, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const total = (apiName: string, stated?: StatedRule) =>
  overDeals(apiName, { function: 'sum', of: ['amount'], ...(stated && { stated }) });

let test: TestApp;
let world: FirmsAndDeals;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  await world.begin([
    total('counted'),
    total('whenEmpty', 'whenEmpty'),
    total('greater', 'greater'),
    total('always', 'always'),
    overDeals('deals', { function: 'count', stated: 'greater' }),
    overDeals('latestRound', { function: 'first', of: ['round'], orderBy: NEWEST_FIRST, stated: 'later' }),
    overDeals('latestOn', { function: 'first', of: ['on'], orderBy: NEWEST_FIRST, stated: 'later' }),
    overDeals('latestAmount', { function: 'first', of: ['amount'], orderBy: NEWEST_FIRST, stated: 'later' }),
    overDeals('investors', { function: 'distinct', of: ['leads', 'follows'], stated: 'whenEmpty' }),
  ]);
});
afterAll(() => test.close());

const link = (id: string) => ({ id });
const yuan = (num: string) => ({ num, currency: 'CNY' });

async function state(...inputs: (Omit<StatedInput, 'actor' | 'source'> & { source?: string })[]): Promise<void> {
  const { catalog, database, derived, now } = test.services;
  const marks = await database.db.transaction().execute(async (trx) => {
    const whole = inputs.map((input) => ({ actor: '1', source: 'IT桔子', ...input }));
    await stateValues(trx, catalog, catalog.storedObject('Firm'), whole, now());
    return marksOf(trx);
  });
  await derived.settle(marks);
}

const firmWith = async (...amounts: string[]): Promise<string> => {
  const firm = await world.create('Firm', { name: '企业' });
  for (const amount of amounts) await world.create('Deal', { title: '交易', firm: link(firm), amount: yuan(amount) });
  return firm;
};

const totals = (recordId: string, num: string) =>
  ['counted', 'whenEmpty', 'greater', 'always'].map((field) => ({ recordId, field, value: yuan(num) }));

async function wrongValues(): Promise<WrongValue[]> {
  const wrong: WrongValue[] = [];
  await checkDerived(test.services, { onWrong: (one) => wrong.push(one) });
  return wrong;
}

describe('A value that a source states of a roll-up', () => {
  it('is shown where the definition says so, beside what is counted', async () => {
    const firm = await firmWith('100', '50');
    await state(...totals(firm, '120'));
    expect(await world.read('Firm', firm)).toMatchObject({
      counted: { num: '150', rows: 2, unknown: 0 },
      whenEmpty: { num: '150' },
      greater: { num: '150' },
      always: { num: '120', currency: 'CNY', equivalentMoney: '120' },
    });
    await state(...totals(firm, '500'));
    const read = await world.read('Firm', firm);
    expect(read).toMatchObject({ counted: { num: '150' }, whenEmpty: { num: '150' }, always: { num: '500' } });
    expect(read['greater']).toEqual({ num: '500', currency: 'CNY', equivalentMoney: '500' });
  });

  it('is shown where nothing is counted, until something is', async () => {
    const firm = await firmWith();
    await state(...totals(firm, '80'));
    const before = await world.read('Firm', firm);
    expect(before['counted']).toBeUndefined();
    expect(before).toMatchObject({ whenEmpty: { num: '80' }, greater: { num: '80' }, always: { num: '80' } });
    await world.create('Deal', { title: '新', firm: link(firm), amount: yuan('90') });
    expect(await world.read('Firm', firm)).toMatchObject({
      whenEmpty: { num: '90' },
      greater: { num: '90' },
      always: { num: '80' },
    });
  });

  it('that is later than the newest record is shown for all that is taken from that record', async () => {
    const firm = await firmWith();
    await world.create('Deal', { title: '一', firm: link(firm), round: 'A', on: '2025-03', amount: yuan('5') });
    const stated = (asOf: string) => [
      { recordId: firm, field: 'latestRound', value: 'B', asOf },
      { recordId: firm, field: 'latestOn', value: asOf, asOf },
    ];
    await state(...stated('2025-03'));
    const before = { latestRound: 'A', latestOn: '2025-03', latestAmount: { num: '5' } };
    expect(await world.read('Firm', firm)).toMatchObject(before);
    await state(...stated('2025-04'));
    const after = await world.read('Firm', firm);
    expect(after).toMatchObject({ latestRound: 'B', latestOn: '2025-04' });
    // The amount of the older record is not that of the round that is stated.
    expect(after['latestAmount']).toBeUndefined();
    await world.create('Deal', { title: '二', firm: link(firm), round: 'C', on: '2026-01-05' });
    expect(await world.read('Firm', firm)).toMatchObject({ latestRound: 'C', latestOn: '2026-01-05' });
  });

  it('is compared by what it comes to on its day, and follows new rates', async () => {
    const firm = await firmWith('650');
    await state({ recordId: firm, field: 'greater', value: { num: '100', currency: 'USD' }, asOf: '2024-05' });
    expect(await world.read('Firm', firm)).toMatchObject({ greater: { num: '650' } });
    await writeRates(test.services.database.db, [
      { currency: 'USD', day: '2024-01-01', cny: '7' },
      { currency: 'USD', day: '2024-06-01', cny: '6' },
    ]);
    await world.drain();
    expect(await world.read('Firm', firm)).toMatchObject({
      greater: { num: '100', currency: 'USD', equivalentMoney: '700' },
    });
  });

  it('replaces what the same source stated before, is never replaced by what is older, and can be taken back', async () => {
    const firm = await firmWith();
    const deals = (value: number | null, asOf: string | null = null) => ({
      recordId: firm,
      field: 'deals',
      value,
      asOf,
    });
    await state(deals(7, '2026-06'));
    await state(deals(5, '2025'));
    expect(await world.read('Firm', firm)).toMatchObject({ deals: 7 });
    await state({ ...deals(9, '2025'), source: '烯牛' });
    expect(await world.read('Firm', firm)).toMatchObject({ deals: 9 });
    await state({ ...deals(null), source: '烯牛' });
    expect(await world.read('Firm', firm)).toMatchObject({ deals: 7 });
    await state(deals(null));
    expect(await world.read('Firm', firm)).toMatchObject({ deals: 0 });
  });

  it('is refused where it is no value of the field, with the field', async () => {
    const firm = await firmWith();
    const refused = (field: string, value: unknown, more: object = {}) =>
      state({ recordId: firm, field, value, ...more }).then(
        () => undefined,
        (error: { problems: unknown }) => error.problems,
      );
    expect(await refused('deals', '七')).toEqual([{ field: 'deals', message: '请输入整数' }]);
    expect(await refused('latestRound', 'Z')).toMatchObject([{ field: 'latestRound' }]);
    expect(await refused('investors', [{ id: '999' }])).toEqual([{ field: 'investors', message: '关联的记录不存在' }]);
    expect(await refused('name', '名')).toEqual([{ field: 'name', message: '“name”不是汇总字段，不能给定值' }]);
    expect(await refused('gone', 1)).toEqual([{ field: 'gone', message: '没有字段“gone”' }]);
    expect(await refused('deals', 1, { asOf: '2026-13' })).toEqual([{ field: 'deals', message: '“2026-13”不是日期' }]);
  });

  it('may be the links of a list', async () => {
    const [firm, fund] = [await firmWith(), await world.create('Fund', { name: '远山' })];
    await state({ recordId: firm, field: 'investors', value: [{ id: fund, name: '别名' }] });
    expect(await world.read('Firm', firm)).toMatchObject({ investors: [{ id: fund, name: '远山' }] });
  });

  it('is no fault to the check, and stays after the check has repaired others', async () => {
    const firm = await firmWith('1');
    await state(...totals(firm, '33'));
    expect(await wrongValues()).toEqual([]);
    await checkDerived(test.services, { repair: true, onWrong: () => undefined });
    expect(await world.read('Firm', firm)).toMatchObject({ greater: { num: '33' }, always: { num: '33' } });
  });
});

describe('The rule for what is stated', () => {
  it('is refused where the two cannot be compared so', async () => {
    const say = async (...field: Parameters<typeof overDeals>) =>
      (await saveField(test, 'Firm', overDeals(...field))).msg;
    const asc = [{ field: 'on', order: 'asc' } as const];
    const byDate = '字段“bad”：采用日期较晚的值，先后顺序须以日期从大到小开头';
    const byMeasure = '字段“bad”：只有数、金额与日期可以采用较大的值';
    expect(await say('bad', { function: 'count', stated: 'later' })).toBe(byDate);
    expect(await say('bad', { function: 'first', of: ['round'], orderBy: asc, stated: 'later' })).toBe(byDate);
    expect(await say('bad', { function: 'exists', stated: 'greater' })).toBe(byMeasure);
    expect(await say('bad', { function: 'distinct', of: ['round'], stated: 'greater' })).toBe(byMeasure);
    expect(await say('bad', { function: 'first', of: ['round'], orderBy: asc, stated: 'greater' })).toBe(byMeasure);
  });

  it('holds for all records when it is changed', async () => {
    const firm = await firmWith('10');
    await state(...totals(firm, '20'));
    made(await saveField(test, 'Firm', total('counted', 'greater')));
    await test.services.formulas.jobs.fill();
    expect(await world.read('Firm', firm)).toMatchObject({ counted: { num: '20' } });
  });
});
