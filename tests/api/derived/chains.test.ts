import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { made, newObject, savedDefinition, saveDefinition, saveField } from '#tests/support/editing.ts';
import { passEquivalents } from '#server/core/records/equivalent-pass.ts';
import { writeRates } from '#server/core/records/rate-queries.ts';
import { FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { codeOf, openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const LIST = '/api/metadata/data/getLayoutAndDataList';
const link = (id: string) => ({ id });
const yuan = (num: string) => ({ num, currency: 'CNY' });
const text = (apiName: string): FieldDefinition => ({ apiName, type: 'text', label: apiName });
const lookup = (apiName: string, reference: string, field: string): FieldDefinition => ({
  apiName,
  type: 'lookup',
  label: apiName,
  config: { lookup: { reference, field } },
});

let test: TestApp;
let world: FirmsAndDeals;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  await world.begin([
    overDeals('total', { function: 'sum', of: ['amount'] }),
    {
      apiName: 'isLarge',
      type: 'formula',
      label: '大',
      config: { resultType: 'boolean', expression: 'self.total.equivalentMoney >= 100' },
    },
  ]);
  made(await saveDefinition(test, newObject('Holding', [text('name')])));
  made(
    await saveField(test, 'Firm', { apiName: 'holding', type: 'reference', label: '集团', targetApiName: 'Holding' }),
  );
  const rollup = { objectApiName: 'Firm', fields: ['holding'], function: 'sum', of: ['total'] } as const;
  made(await saveField(test, 'Holding', { apiName: 'total', type: 'rollup', label: '总额', config: { rollup } }));
  made(await saveField(test, 'Deal', lookup('ofLarge', 'firm', 'isLarge')));
  made(await saveField(test, 'Deal', lookup('holdingOf', 'firm', 'holding')));
  await test.services.formulas.jobs.fill();
});
afterAll(() => test.close());

describe('What is worked out of values that are worked out', () => {
  it('follows over a roll-up, a formula, a roll-up of the roll-up and a look-up', async () => {
    const holding = await world.create('Holding', { name: '集团' });
    const firm = await world.create('Firm', { name: '企业', holding: link(holding) });
    const first = await world.create('Deal', { title: '一', firm: link(firm), amount: yuan('60') });
    await world.drain();
    expect(await world.read('Firm', firm)).toMatchObject({ isLarge: false });
    await world.create('Deal', { title: '二', firm: link(firm), amount: yuan('50') });
    await world.drain();
    expect(await world.read('Firm', firm)).toMatchObject({ total: { num: '110' }, isLarge: true });
    expect(await world.read('Holding', holding)).toMatchObject({ total: { num: '110', currency: 'CNY', rows: 1 } });
    expect(await world.read('Deal', first)).toMatchObject({ ofLarge: true, holdingOf: { id: holding, name: '集团' } });
  });

  it('is refused where it comes back to itself, with its path', async () => {
    const rollup = {
      objectApiName: 'Deal',
      fields: ['firm'],
      function: 'exists' as const,
      filter: { field: 'ofLarge', op: 'eq', value: true },
    };
    const definition = savedDefinition(test, 'Firm');
    const fields = definition.fields.map((field) =>
      field.apiName === 'isLarge' ? { ...field, config: { ...field.config, expression: 'self.ring' } } : field,
    );
    const ring = { apiName: 'ring', type: 'rollup', label: '环', config: { rollup } } as const;
    expect(await saveDefinition(test, { ...definition, fields: [...fields, ring] })).toMatchObject({
      code: codeOf('INVALID_METADATA'),
      msg: '字段“环”：计算成环：Firm“环” → Deal“ofLarge” → Firm“大” → Firm“环”',
    });
  });
});

describe('A look-up', () => {
  it('is in the answer to the save of its own record, and follows when the reference is another one', async () => {
    const [holding, firm] = [
      await world.create('Holding', { name: '甲集团' }),
      await world.create('Firm', { name: '甲' }),
    ];
    const deal = await world.create('Deal', { title: '无', firm: link(firm) });
    expect((await world.read('Deal', deal))['holdingOf']).toBeUndefined();
    await world.change('Firm', firm, { holding: link(holding) });
    await world.drain();
    expect(await world.read('Deal', deal)).toMatchObject({ holdingOf: { id: holding } });
    await world.change('Deal', deal, { firm: null });
    expect((await world.read('Deal', deal))['holdingOf']).toBeUndefined();
  });
});

describe('A roll-up that is added to records that are there', () => {
  it('is worked out for all of them, and is filtered and ordered by when it is', async () => {
    const firms = [await world.create('Firm', { name: '旧一' }), await world.create('Firm', { name: '旧二' })];
    for (const firm of [firms[0], firms[1], firms[1]])
      await world.create('Deal', { title: '旧', firm: link(firm ?? '') });
    made(await saveField(test, 'Firm', overDeals('count', { function: 'count' })));
    const ask = (filter: object) =>
      test.post<ListReply>('staff', LIST, { objectApiName: 'Firm', filter, sort: [{ field: 'count', order: 'desc' }] });
    await test.services.formulas.jobs.fill();
    const found = made(
      await ask({
        and: [
          { field: 'count', op: 'gte', value: 1 },
          { field: 'name', op: 'startsWith', value: '旧' },
        ],
      }),
    );
    expect(found.list.map((row) => [row['name'], row['count']])).toEqual([
      ['旧二', 2],
      ['旧一', 1],
    ]);
  });

  it('is refused where its source is sealed, closed to its readers, of another kind or not there', async () => {
    const say = async (field: FieldDefinition) => (await saveField(test, 'Firm', field)).msg;
    expect(await say(overDeals('bad', { function: 'sum', of: ['title'] }))).toBe('字段“bad”：“title”不能这样汇总');
    expect(await say(overDeals('bad', { function: 'sum', of: ['share'] }))).toBe('字段“bad”：“share”不能这样汇总');
    expect(await say(overDeals('bad', { function: 'count', fields: ['leads'] }))).toBe(
      '字段“bad”：“Deal”的字段“leads”没有关联“Firm”',
    );
    expect(await say(overDeals('bad', { function: 'first', of: ['round'] }))).toBe(
      '字段“bad”：取第一条的值需要指明先后顺序',
    );
    expect(await say(overDeals('bad', { function: 'count', filter: { field: 'gone', op: 'eq', value: 1 } }))).toContain(
      '没有字段“gone”',
    );
    expect(await say({ ...overDeals('bad', { function: 'count' }), config: {} })).toBe('字段“bad”：没有说明如何汇总');
    made(await saveField(test, 'Deal', { ...text('secret'), config: { visibleTo: ['staff'] } }));
    expect(await say(overDeals('bad', { function: 'distinct', of: ['secret'] }))).toBe(
      '字段“bad”：读取了限定可见角色的字段“secret”，请把本字段限定为同样或更少的角色',
    );
  });
});

describe('What a roll-up adds up', () => {
  it('follows new rates, and a value that a save of metadata fills in', async () => {
    const firm = await world.create('Firm', { name: '汇率' });
    await world.create('Deal', {
      title: '汇',
      firm: link(firm),
      amount: { num: '10', currency: 'USD' },
      on: '2026-01-01',
    });
    expect((await world.read('Firm', firm))['total']).toBeUndefined();
    await writeRates(test.services.database.db, [{ currency: 'USD', day: '2020-01-01', cny: '7' }]);
    await passEquivalents(test.services, false);
    await world.drain();
    expect(await world.read('Firm', firm)).toMatchObject({ total: { num: '70', rows: 1, unknown: 0 } });

    made(await saveField(test, 'Deal', { apiName: 'seats', type: 'integer', label: '席位' }));
    made(await saveField(test, 'Firm', overDeals('seats', { function: 'sum', of: ['seats'] })));
    await test.services.formulas.jobs.fill();
    const needed = { apiName: 'seats', type: 'integer', label: '席位', required: true, config: { default: 3 } };
    made(await saveField(test, 'Deal', needed));
    await world.drain();
    expect(await world.read('Firm', firm)).toMatchObject({ seats: 3 });
  });
});
