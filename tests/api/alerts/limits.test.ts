import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Subscription } from '#schemas/api/alerts.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/durations.ts';
import { AlertWorld } from '#tests/support/alerts/alert-world.ts';
import { made } from '#tests/support/editing.ts';

/** Of an account that is no SVIP. */
const LIMIT = 50;
const MORE = 3;

let world: AlertWorld;
beforeAll(async () => {
  world = await AlertWorld.open();
  for (let at = 1; at <= LIMIT + MORE; at += 1) {
    const firm = await world.data.create('Firm', { name: `公司${at}` });
    await world.subscribe('svip', 'record', 'Firm', firm);
  }
});
afterAll(() => world.close());

/** The subscriptions of the user, the oldest first: why each is paused, or null. */
async function paused(): Promise<(string | null)[]> {
  const { list } = made(await world.test.get<{ list: Subscription[] }>('svip', '/api/alerts/subscription'));
  return list.toSorted((one, other) => Number(one.id) - Number(other.id)).map((one) => one.paused);
}

async function endVip(on: Date): Promise<void> {
  await sql`update account set vip_until = ${on.toISOString()}::timestamptz where username = 'svip'`.execute(world.db);
  world.pass(MINUTE_MS);
  await world.run();
}

it('Subscriptions beyond the limit wait with the reason once SVIP has ended, the newest of them, and go on with it', async () => {
  await world.run();
  expect(await paused()).toEqual(Array.from({ length: LIMIT + MORE }, () => null));

  await endVip(new Date(world.now.getTime() - MINUTE_MS));
  const waiting = await paused();
  expect(waiting.slice(0, LIMIT).every((reason) => reason === null)).toBe(true);
  expect(new Set(waiting.slice(LIMIT))).toEqual(new Set(['超出可订阅的数量，取消其他订阅或开通 SVIP 后自动恢复']));

  await endVip(new Date(world.now.getTime() + DAY_MS));
  expect(await paused()).toEqual(Array.from({ length: LIMIT + MORE }, () => null));
  expect(world.faults).toEqual([]);
});

it('One that is ended lets the oldest of those that wait go on', async () => {
  await endVip(new Date(world.now.getTime() - MINUTE_MS));
  const { list } = made(await world.test.get<{ list: Subscription[] }>('svip', '/api/alerts/subscription'));
  const first = list.toSorted((one, other) => Number(one.id) - Number(other.id))[0];
  made(await world.test.post('svip', `/api/alerts/subscription/${first?.id}/remove`, {}));
  world.pass(MINUTE_MS);
  await world.run();
  expect((await paused()).filter((reason) => reason !== null)).toHaveLength(MORE - 1);
});
