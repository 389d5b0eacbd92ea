import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals, NEWEST_FIRST, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';

const NAME: FieldDefinition = { apiName: 'name', type: 'text', label: '名称' };
const COUNT = overDeals('deals', { function: 'count' });
const TOTAL = overDeals('total', { function: 'sum', of: ['amount'] });
const ROUND = overDeals('round', { function: 'first', of: ['round'], orderBy: NEWEST_FIRST });
const IS_BUSY: FieldDefinition = {
  apiName: 'isBusy',
  type: 'formula',
  label: '是否活跃',
  config: { expression: 'self.deals > 1', resultType: 'boolean' },
};

let test: TestApp;
let world: FirmsAndDeals;
let firm: string;
let idle: string;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  await world.begin([]);
  [firm, idle] = [await world.create('Firm', { name: '甲' }), await world.create('Firm', { name: '乙' })];
  for (const [on, round] of [
    ['2024-01', 'A'],
    ['2025-01', 'B'],
  ])
    await world.create('Deal', { title: on, on, round, firm: { id: firm }, amount: { num: '5', currency: 'CNY' } });
});
afterAll(() => test.close());

async function save(...fields: FieldDefinition[]): Promise<void> {
  made(await saveDefinition(test, newObject('Firm', [NAME, ...fields])));
  await test.services.formulas.jobs.fill();
}

it('Roll-ups that nothing reads are right in records that were there before them, and are logged as changes', async () => {
  await save(TOTAL, ROUND);
  expect(await world.read('Firm', firm)).toMatchObject({ total: { num: '10' }, round: 'B', version: 1 });
  expect((await world.read('Firm', idle))['total'] ?? null).toBeNull();
  const { rows } = await test.services.database.pool.query(
    `select record_id::text as id, fields, quiet from change_log where object_api_name = 'Firm' and cause = 'metadata'`,
  );
  expect(rows).toEqual([{ id: firm, fields: ['total', 'round'], quiet: true }]);
});

it('A roll-up that comes with a formula is read by it in records that were there before', async () => {
  await save(TOTAL, ROUND, COUNT, IS_BUSY);
  expect(await world.read('Firm', firm)).toMatchObject({ deals: 2, isBusy: true });
  expect(await world.read('Firm', idle)).toMatchObject({ deals: 0, isBusy: false });
});
