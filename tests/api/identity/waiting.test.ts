import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WaitingQueue } from '#schemas/api/waiting.ts';
import type { PushedEvent } from '#schemas/api/events.ts';
import { VISITOR } from '#shared/policy/actor.ts';
import { made } from '#tests/support/editing.ts';
import { type IdentityWorld, openIdentityWorld, type Person } from '#tests/support/account/identity-world.ts';

let world: IdentityWorld;
let staff: Person;
beforeAll(async () => {
  world = await openIdentityWorld();
  staff = await world.person('desk', ['staff']);
});
afterAll(() => world.close());

const queue = async () => {
  const { list } = made(await staff.get<{ list: WaitingQueue[] }>('/api/staff/waiting'));
  return list.find(({ objectApiName }) => objectApiName === 'IdentityCase');
};

it('A certification waits at its desk until staff decide on it, and other staff hear of both', async () => {
  const heard: PushedEvent[] = [];
  const stop = world.test.services.bus.subscribe((event) => heard.push(event), '1', {
    ...VISITOR,
    id: '1',
    roles: ['staff'],
  });
  const isHeard = () =>
    heard.splice(0).some((event) => 'objectApiName' in event && event.objectApiName === 'IdentityCase');
  const who = await world.person('first');
  const { id } = made(await world.submit(who, 'investor'));
  expect(isHeard()).toBe(true);
  expect(await queue()).toMatchObject({
    route: '/staff/identity',
    link: '/staff/identity?state=PENDING',
    count: 1,
    first: [{ id, name: '示例甲', link: `/staff/identity?case=${id}` }],
  });
  made(await world.approve(staff, id));
  expect(isHeard()).toBe(true);
  expect(await queue()).toMatchObject({ count: 0, first: [] });
  stop();
});
