import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_REASON, StaffReason } from '#schemas/api/staff-reason.ts';
import { ROUTES } from '#tests/support/app/routes.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

/** Fields that hold a reason of staff, by route; of users the reasons are their own. */
const OF_USERS = new Set(['proposeCorrection', 'closeAccount']);
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
  const others = reasons.filter(({ field }) => field.pattern !== StaffReason.pattern);
  expect(others.map(({ name }) => name)).toEqual([]);
});

const freeze = async (reason: string) => app.post<never>('staff', '/api/staff/users/999999999/freeze', { reason });

test.each(['', ' ', ' 核 ', '长'.repeat(MAX_REASON + 1)])('A reason of staff is refused as “%s”', async (reason) => {
  const message = '长度在 2 到 500 个字符';
  expect(await freeze(reason)).toMatchObject({ status: 422, problems: [{ field: 'reason', message }] });
});

test.each(['核实', ` ${'🐳'.repeat(MAX_REASON)} `])('A reason of staff is taken as “%s”', async (reason) => {
  // Judged before it is looked whom it concerns.
  expect((await freeze(reason)).status).toBe(404);
});
