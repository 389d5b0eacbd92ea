import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_REASON, StaffReason } from '#schemas/api/staff-reason.ts';
import { ROUTES } from '#tests/support/app/routes.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

/** Fields that hold a reason of staff, by route; of users the reasons are their own. */
const OF_USERS = new Set(['proposeCorrection', 'closeAccount', 'moveContact', 'giveFeedback', 'judgeAnswer']);
const reasons = ROUTES.flatMap(([name, { body }]) => {
  const { properties = {} } = (body ?? {}) as { properties?: Record<string, { pattern?: string; maxLength?: number }> };
  const field = properties['reason'] ?? (name === 'decideReport' ? properties['note'] : undefined);
  return field && !OF_USERS.has(name) ? [{ name, field }] : [];
});

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('Every reason of staff has one schema', () => {
  expect(reasons.length).toBeGreaterThan(10);
  const { pattern } = StaffReason as { readonly pattern?: string };
  const others = reasons.filter(({ field }) => field.pattern !== pattern);
  expect(others.map(({ name }) => name)).toEqual([]);
});

const freeze = async (reason: string) => app.post<never>('staff', '/api/staff/users/999999999/freeze', { reason });

const WRONG: readonly (readonly [what: string, reason: string])[] = [
  ['missing', ''],
  ['blank', ' '],
  ['one character between blanks', ' 核 '],
  ['a character too long', '长'.repeat(MAX_REASON + 1)],
];
test.each(WRONG)('A reason of staff that is %s is refused, with the bounds', async (_, reason) => {
  const message = '请求体 reason 长度在 2 到 500 个字符';
  expect(await freeze(reason)).toMatchObject({ status: 422, problems: [{ field: 'reason', message }] });
});

test('A reason of staff is counted in characters without the blanks around it', async () => {
  // The account that it is about does not exist: the reason was judged before.
  for (const reason of ['核实', ` ${'🐳'.repeat(MAX_REASON)} `]) expect((await freeze(reason)).status).toBe(404);
});
