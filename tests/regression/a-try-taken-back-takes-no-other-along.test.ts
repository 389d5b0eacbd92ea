import { expect, it } from 'vitest';
import { Limits } from '#server/platform/limits/limits.ts';
import { openTestApp, TEST_NOW } from '#tests/support/app/test-app.ts';

it('A try that is taken back leaves the other tries of its millisecond counted', async () => {
  const { services, close } = await openTestApp();
  const { database } = services;
  const limits = new Limits({ vault: database.vault, now: () => TEST_NOW });
  const from = { kind: 'sign-in.address', value: '203.0.113.9' };
  const count = () => database.db.transaction().execute((trx) => limits.count(trx, [from]));
  for (let wrong = 0; wrong < 30; wrong += 1) await count();
  for (let right = 0; right < 200; right += 1) await limits.takeBack(database.db, await count(), [from], []);
  expect((await count()).before(from)).toHaveLength(30);
  await close();
});
