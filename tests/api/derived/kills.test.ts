import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestDatabase } from '#tests/support/databases/database.ts';
import { openInstalledDatabase } from '#tests/support/databases/kept-databases.ts';
import { killWhileCounting } from '#tests/support/derived/rollup-kills.ts';

const KILLS = Number(process.env['KILLS'] ?? 4);

let store: TestDatabase;
beforeAll(async () => {
  store = await openInstalledDatabase();
  // The processes that are killed open it themselves.
  await store.release();
});
afterAll(() => store.drop());

it('Processes that are killed while they write and count leave no value wrong', async () => {
  const report = await killWhileCounting({ database: store.address, kills: KILLS });
  expect(report.writes).toBeGreaterThan(0);
  expect(report.compared).toBeGreaterThan(0);
  expect(report.wrong).toEqual([]);
});
