import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onPostgres } from '#tests/support/databases/database.ts';
import { FollowedHistories } from '#tests/support/open/followed-histories.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { prng } from '#tests/support/prng.ts';

/** More of them where a figure is wanted. */
const HISTORIES = Number(process.env['DELTA_HISTORIES'] ?? 25);
const SEED = Number(process.env['DELTA_SEED'] ?? 2026);

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

describe('copies that follow the changes', () => {
  it(
    'are equal to a whole download after every history of writes that overlap, are rolled back or are killed',
    async () => {
      const histories = new FollowedHistories(test, prng(SEED));
      await histories.begin();
      for (let history = 0; history < HISTORIES; history += 1) {
        await histories.run();
        for (const [objectApiName, wanted, copy] of histories.copies) {
          const whole = await histories.download(objectApiName, wanted);
          expect({ history, objectApiName, wanted, records: copy.records }).toEqual({
            history,
            objectApiName,
            wanted,
            records: whole,
          });
        }
      }
      const applied = histories.copies.map(([, , copy]) => copy.applied);
      expect(Math.min(...applied)).toBeGreaterThan(HISTORIES);
      // Only there can transactions overlap: all three ends of them were tried.
      expect(Object.values(histories.ended).every((times) => times > 0)).toBe(onPostgres);
    },
    HISTORIES * 8000,
  );
});
