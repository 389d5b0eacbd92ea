import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';

// Rules and filters of roll-ups know one record. What they ask of the records that point at it is a roll-up of its own,
// which both sides read like any other value.

const OF_FIRMS: readonly FieldDefinition[] = [
  { apiName: 'name', type: 'text', label: '名称' },
  { apiName: 'lead', type: 'reference', label: '牵头机构', targetApiName: 'Fund' },
  { apiName: 'isShown', type: 'boolean', label: '展示' },
  overDeals('ofRoundA', { function: 'count', filter: { field: 'round', op: 'in', value: ['A'] } }),
];

let test: TestApp;
let world: FirmsAndDeals;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  await world.begin(OF_FIRMS.slice(1), [
    {
      apiName: 'shownFirms',
      type: 'rollup',
      label: '有 A 轮的企业',
      config: {
        rollup: {
          objectApiName: 'Firm',
          fields: ['lead'],
          function: 'count',
          filter: { field: 'ofRoundA', op: 'gte', value: '1' },
        },
      },
    },
  ]);
  const rules: ObjectDefinition['rules'] = [
    {
      id: 'shown-with-round-a',
      kind: 'assert',
      target: 'isShown',
      rule: '!self.isShown || self.ofRoundA > 0',
      message: '有 A 轮交易的企业才能展示',
    },
  ];
  made(await saveDefinition(test, { ...newObject('Firm', OF_FIRMS), rules }));
  await world.drain();
});
afterAll(() => test.close());

it('A roll-up counts the records that others point at, and follows when they come, change and go', async () => {
  const fund = await world.create('Fund', { name: '机构' });
  const firm = await world.create('Firm', { name: '企业', lead: { id: fund } });
  const count = async () => {
    await world.drain();
    return (await world.read('Fund', fund))['shownFirms'];
  };
  expect(await count()).toBe(0);
  const deal = await world.create('Deal', { title: '交易', firm: { id: firm }, round: 'B' });
  expect(await count()).toBe(0);
  await world.change('Deal', deal, { round: 'A' });
  expect(await count()).toBe(1);
  await world.remove('Deal', deal);
  expect(await count()).toBe(0);
});

it('A rule asks for records that point at its own, before a record is saved and after they have come', async () => {
  const born = { clientKey: 'shown-at-birth', values: { name: '新企业', isShown: true } };
  expect(JSON.stringify(await test.post('staff', '/api/metadata/data/Firm', born))).toContain(
    '有 A 轮交易的企业才能展示',
  );
  const firm = await world.create('Firm', { name: '待展示' });
  const show = async () => {
    const { version } = (await world.read('Firm', firm)) as { version: number };
    return test.post('staff', `/api/metadata/data/Firm/${firm}`, { version, values: { isShown: true } });
  };
  expect(JSON.stringify(await show())).toContain('有 A 轮交易的企业才能展示');
  await world.create('Deal', { title: '交易', firm: { id: firm }, round: 'A' });
  await world.drain();
  made(await show());
});
