import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const FOCUS = '/api/rong/phaseAndIndustrySetting';
const FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const kept = async (): Promise<number> => {
  const { rows } = await test.services.database.pool.query<{ count: number }>(
    'select count(*)::int as count from "UserFocus"',
  );
  return rows[0]?.count ?? -1;
};

it('what a person follows is kept whole or not at all', async () => {
  const refused = await test.post('member', FOCUS, 'focusIndustry=没有这个行业', FORM);
  expect(refused).toMatchObject({ status: 422 });
  expect(await kept()).toBe(0);
  const rounds = await Promise.all(
    ['A轮', 'B轮', 'A轮'].map((round) =>
      test.post('member', FOCUS, new URLSearchParams({ focusPhase: round }).toString(), FORM),
    ),
  );
  // Of three at once some may be informed of the others; none makes a second record.
  expect(rounds.some(({ status }) => status === 200)).toBe(true);
  expect(rounds.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(await kept()).toBe(1);
});
