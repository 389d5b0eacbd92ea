import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals } from '#tests/support/derived/firms-and-deals.ts';

const TURNS = 20;

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  await new FirmsAndDeals(test).begin([]);
});
afterAll(() => test.close());

it('Two imports that bring the same records several times, in opposite orders, are both written', async () => {
  const { writer, now } = test.services;
  const bring = (keys: readonly string[], turn: number) => {
    const rows = keys.map((key, at) => ({ key, values: { title: `${keys.join('')} ${turn} ${at}` } }));
    return writer.writeMany('Deal', 'registry', rows, {
      actor: '1',
      roles: ['staff'],
      origin: 'import:registry',
      now: now(),
    });
  };
  await bring(['a', 'b'], 0);
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const both = await Promise.all([bring(['b', 'b', 'a'], turn), bring(['a', 'a', 'b'], turn)]);
    expect(both.flat().map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'updated'));
  }
});
