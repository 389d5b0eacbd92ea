import { afterAll, beforeAll, expect, it } from 'vitest';
import { DUTIES } from '#schemas/metadata/duty.ts';
import type { PushedEvent } from '#schemas/api/events.ts';
import { VISITOR } from '#shared/policy/actor.ts';
import type { Order } from '#schemas/api/orders.ts';
import { type CoinWorld, openCoinWorld } from '#tests/support/wallet/coin-world.ts';

let world: CoinWorld;
beforeAll(async () => {
  world = await openCoinWorld();
});
afterAll(() => world.close());

it('staff read orders again when one was refunded, not when it was refused or only read, and no other user hears of it', async () => {
  const [code] = await world.codes('60 鲸币');
  const { no } = (await world.post<Order>('organisation', '/api/codes/redeem', { code })).data;
  const refund = (reason: string) => world.post('staff', `/api/staff/orders/${no}/refund`, { reason });
  const { bus } = world.services;
  const heard: { staff: PushedEvent[]; user: PushedEvent[] } = { staff: [], user: [] };
  const stops = [
    bus.subscribe((event) => heard.staff.push(event), '1', { ...VISITOR, id: '1', roles: ['staff'], duties: DUTIES }),
    bus.subscribe((event) => heard.user.push(event), '2', { ...VISITOR, id: '2' }),
  ];
  await world.records('Order');
  expect((await refund('')).code).not.toBe(0);
  expect((await refund('用户申请')).code).toBe(0);
  const ofRecords = (events: readonly PushedEvent[]) => events.filter(({ type }) => type === 'records.changed');
  await expect.poll(() => ofRecords(heard.staff)).toContainEqual({ type: 'records.changed', objectApiName: 'Order' });
  for (const stop of stops) stop();
  expect(ofRecords(heard.user)).toEqual([]);
});
