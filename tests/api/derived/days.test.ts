import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time/durations.ts';
import { FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
let world: FirmsAndDeals;
let now = TEST_NOW;
beforeAll(async () => {
  test = await openTestApp(undefined, { now: () => now });
  world = new FirmsAndDeals(test);
  const lastWeek = { field: 'on', op: 'lastDays', value: 7 };
  await world.begin(
    [overDeals('recent', { function: 'count', filter: lastWeek })],
    [overDeals('recent', { function: 'count', fields: ['leads', 'follows'], filter: lastWeek })],
  );
});
afterAll(() => test.close());

it('A roll-up over the last days is another one when a day has passed, though nothing was written', async () => {
  const [firm, fund] = [await world.create('Firm', { name: '近' }), await world.create('Fund', { name: '近' })];
  const on = (days: number) => new Date(TEST_NOW.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  for (const days of [-6, -3, 1])
    await world.create('Deal', { title: '近', firm: { id: firm }, leads: [{ id: fund }], on: on(days) });
  const counts = async () => [(await world.read('Firm', firm))['recent'], (await world.read('Fund', fund))['recent']];
  expect(await counts()).toEqual([2, 2]);
  for (const [days, expected] of [
    [1, 2],
    [5, 1],
    [8, 0],
  ] as const) {
    now = new Date(TEST_NOW.getTime() + days * DAY_MS);
    await test.services.derived.passDay();
    expect(await counts()).toEqual([expected, expected]);
  }
});
