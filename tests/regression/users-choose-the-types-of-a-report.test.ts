import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPORT_TYPES } from '#schemas/api/reports.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

it('A user reads the types of a report, although the list of reports is for staff alone', async () => {
  const answer = await test.get<OptionSet>('founder', `/api/metadata/selectOption/${REPORT_TYPES}`);
  expect(answer.code).toBe(0);
  expect(answer.data.options.length).toBeGreaterThan(0);
});
