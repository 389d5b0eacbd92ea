import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { Merges } from '#tests/support/merging/merge-world.ts';

let test: TestApp;
let world: FirmsAndDeals;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  await world.begin([overDeals('total', { function: 'sum', of: ['amount'] })]);
});
afterAll(() => test.close());

it('Two rows of an import whose records were merged are taken one after the other', async () => {
  const firm = await world.create('Firm', { name: '甲' });
  const { writer, now } = test.services;
  const row = (key: string, num: string) => ({
    key,
    values: { title: key, firm: { id: firm }, amount: { num, currency: 'CNY' } },
  });
  const bring = (...rows: ReturnType<typeof row>[]) =>
    writer.writeMany('Deal', 'registry', rows, { actor: '1', roles: ['staff'], origin: 'import:registry', now: now() });
  const [kept, gone] = (await bring(row('1', '100'), row('2', '200'))).map((outcome) =>
    outcome.status === 'rejected' ? '' : outcome.id,
  ) as [string, string];
  await new Merges(test).done('Deal', kept, gone);

  const outcomes = await bring(row('1', '300'), row('2', '400'));

  expect(outcomes).toEqual([
    { status: 'updated', id: kept },
    { status: 'updated', id: kept },
  ]);
  await world.drain();
  expect(await world.read('Deal', kept)).toMatchObject({ title: '2', amount: { num: '400' } });
  expect(await world.read('Firm', firm)).toMatchObject({ total: { num: '400' } });
});
