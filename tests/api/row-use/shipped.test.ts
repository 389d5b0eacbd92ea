import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS_OF_PEOPLE } from '#shared/policy/kinds-of-people.ts';
import { storeRowBudgets } from '#server/commands/seed/row-budgets.ts';
import { Budgets } from '#server/platform/row-use/budgets.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

it('the budgets that ship bound every kind of user and no staff, and a user of several kinds has the widest', async () => {
  const { database, writer } = test.services;
  await storeRowBudgets(database, writer, TEST_NOW);
  const budgets = new Budgets(test.services);
  const of = (roles: readonly string[], vipType: number) => budgets.of({ id: '1', name: '', roles, vipType });
  const rows = await Promise.all(KINDS_OF_PEOPLE.map(async ({ roles, vipType }) => (await of(roles, vipType))?.rows));
  expect(rows).toEqual([50_000, 150_000, 150_000, 150_000, 500_000]);
  expect((await of(['LP'], 3))?.rows).toBe(500_000);
  expect(await of(['LP', 'staff'], 3)).toEqual({ rows: null, slow: null });
});
