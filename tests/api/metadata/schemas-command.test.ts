import { execFile } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, TEST_PASSWORD, type TestApp } from '#tests/support/app/test-app.ts';

const COMMAND = path.join(import.meta.dirname, '../../../src/server/commands/schemas.ts');

let test: TestApp;
let address: string;
beforeAll(async () => {
  test = await openTestApp();
  address = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test.close());

/** Runs `npm run schemas -- --check …`, which writes nothing. */
const check = (...more: string[]): Promise<{ code: number; words: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [COMMAND, '--check', ...more],
      { env: { ...process.env, JINGTU_PASSWORD: TEST_PASSWORD } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, words: stdout + stderr }),
    );
  });

it('the command finds the generated files fresh, from the shipped metadata and from a server that has the same', async () => {
  expect(await check()).toMatchObject({ code: 0 });
  expect(await check('--from', address)).toMatchObject({ code: 0 });
});

it('fails with a diff that names file and line when a server has a field more', async () => {
  const field = { apiName: 'freshField', type: 'text', label: '新来的字段' };
  const body = { objectApiName: 'InsightCompany', baseVersion: 1, field };
  expect(await test.post('staff', '/api/metadata/field/save', body)).toMatchObject({ code: 0 });
  const { code, words } = await check('--from', address);
  expect(code).toBe(1);
  expect(words).toMatch(/~ InsightCompany\.schema\.json:\d+/);
  expect(words).toContain('3 generated files are stale. Run: npm run schemas');
});
