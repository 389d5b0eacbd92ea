import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeRates } from '#server/core/records/rate-queries.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
  await writeRates(test.services.database.db, [{ currency: 'USD', day: '2020-01-01', cny: '7' }]);
});
afterAll(() => test.close());

const rate = (currency: string, day: string) =>
  test.get<{ cny: string | null }>('visitor', `/api/metadata/exchangeRate?currency=${currency}&day=${day}`);

it('The rate of a day is that of the nearest earlier one, 1 for CNY and null where none is known', async () => {
  expect((await rate('USD', '2026-05-01')).data).toEqual({ cny: '7' });
  expect((await rate('CNY', '1999-01-01')).data).toEqual({ cny: '1' });
  expect((await rate('USD', '2019-12-31')).data).toEqual({ cny: null });
  expect((await rate('USD', '2026-13-01')).status).toBe(422);
});

it('A foreign amount that is worth too little is refused by the rules of the object as saved', async () => {
  const object = (
    await test.get<{ version: number; rules: object[] }>('staff', '/api/metadata/object/InsightProject/saved')
  ).data;
  const rule = {
    id: 'least-amount',
    kind: 'assert',
    target: 'targetAmount',
    rule: 'self.targetAmount.equivalentMoney >= 1000000',
    message: '至少一百万元',
  };
  const saved = await test.post('staff', '/api/metadata/object/save', {
    definition: { ...object, rules: [...object.rules, rule] },
    baseVersion: object.version,
  });
  expect(saved).toMatchObject({ code: 0 });
  const create = (num: string, currency: string, clientKey: string) =>
    test.post('staff', '/api/metadata/data/InsightProject', {
      clientKey,
      values: { title: '项目', targetAmount: { num, currency } },
    });
  const problemOf = async (num: string, currency: string) =>
    (await create(num, currency, `amount-${currency}-${num}`)).problems.find(({ field }) => field === 'targetAmount')
      ?.message;
  expect(await problemOf('142857', 'USD')).toBe('至少一百万元');
  expect(await problemOf('142858', 'USD')).toBeUndefined();
  expect(await problemOf('142858', 'JPY')).toMatch(/^规则“least-amount”无法计算：没有日元 .+汇率/);
});
