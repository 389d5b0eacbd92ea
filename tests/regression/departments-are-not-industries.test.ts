import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

it('The list of departments holds departments, as staff keep them, and no industries', async () => {
  const { code, data } = await test.get<SelectOption[]>('founder', '/api/org/dept/list-all');
  expect(code).toBe(0);
  const labels = data.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(['投资部', '财务部']));
  expect(labels).not.toContain('人工智能');
  const { data: kept } = await test.get<{ options: SelectOption[] }>(
    'founder',
    '/api/metadata/selectOption/department',
  );
  expect(data).toEqual(kept.options);
});
