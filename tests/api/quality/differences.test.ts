import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StatedInput, stateValues } from '#server/core/derived/state-values.ts';
import { made, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
let world: FirmsAndDeals;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  await world.begin([
    overDeals('total', { function: 'sum', of: ['amount'], stated: 'greater' }),
    overDeals('deals', { function: 'count', stated: 'greater' }),
  ]);
  made(await saveDefinition(test, { ...savedDefinition(test, 'Firm'), route: '/data/Firm' }));
});
afterAll(() => test.close());

const yuan = (num: string) => ({ num, currency: 'CNY' });
async function state(...inputs: Pick<StatedInput, 'recordId' | 'field' | 'value'>[]): Promise<void> {
  const { catalog, database, now } = test.services;
  await database.db.transaction().execute(async (trx) => {
    const whole = inputs.map((input) => ({ actor: '1', source: 'IT桔子', ...input }));
    await stateValues(trx, catalog, catalog.storedObject('Firm'), whole, now());
  });
}
async function firmWith(name: string, ...amounts: string[]): Promise<string> {
  const firm = await world.create('Firm', { name });
  for (const amount of amounts) await world.create('Deal', { title: '交易', firm: { id: firm }, amount: yuan(amount) });
  return firm;
}
async function listed() {
  await test.services.derived.drain();
  made(await test.post('staff', '/api/staff/quality/check', {}));
  const fields = ['name', 'field', 'stated', 'counted', 'source', 'pinned'];
  return staffRequests(test).rows('StatedDifference', { fields, sort: [{ field: 'name', order: 'asc' }] });
}

it('what a source states is listed where it is far from what is counted, and no longer once it agrees', async () => {
  const far = await firmWith('远', '100', '50');
  const near = await firmWith('近', '100');
  const empty = await firmWith('空');
  await state(
    { recordId: far, field: 'total', value: yuan('500') },
    { recordId: far, field: 'deals', value: 2 },
    { recordId: near, field: 'total', value: yuan('104') },
    { recordId: empty, field: 'total', value: yuan('80') },
  );
  expect(await listed()).toMatchObject([
    { name: '远', stated: '500 CNY', counted: '150 CNY', source: 'IT桔子', pinned: false },
  ]);
  await world.create('Deal', { title: '交易', firm: { id: far }, amount: yuan('350') });
  expect(await listed()).toMatchObject([{ name: '远', stated: '2', counted: '3' }]);
  await state({ recordId: far, field: 'deals', value: 3 });
  expect(await listed()).toEqual([]);
});
