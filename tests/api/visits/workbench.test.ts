import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '#schemas/api/visits.ts';
import { made } from '#tests/support/editing.ts';
import { VisitWorld } from '#tests/support/visits/visit-world.ts';

let world: VisitWorld;
beforeAll(async () => {
  world = await VisitWorld.open();
});
afterAll(() => world.close());

it('The workbench counts what an investor looked at and follows up as their lists do, and nothing of others', async () => {
  world.contacts.setTime('2026-11-20T04:00:00Z');
  const [first, second] = [await world.contacts.contact(), await world.contacts.contact()];
  const [investor, other] = [await world.investor(), await world.investor()];
  const bench = async (who = investor) => made(await who.send<Workbench>('GET', '/api/rong/investor/workbench'));
  expect(await bench()).toEqual({ visited: 0, changed: 0, unfollowed: 0, deals: [], due: 0, until: '2026-12-04' });
  made(await world.look(investor, first.companyId));
  made(await world.look(investor, second.companyId));
  await world.stat(investor);
  world.contacts.setTime('2026-11-21T04:00:00Z');
  made(await world.look(investor, first.companyId));
  const deal = { clientKey: `workbench-${investor.uid}`, company: second.companyId, nextOn: '2026-12-05' };
  made(await investor.send('POST', '/api/rong/pipeline/deal', deal));
  const found = { visited: 2, unfollowed: 1, deals: [{ state: 'watching', count: 1 }], due: 1, until: '2026-12-05' };
  expect(await bench()).toMatchObject(found);
  const again = {
    and: [
      { field: 'days', op: 'gte', value: 2 },
      { field: 'followed', op: 'eq', value: false },
    ],
  };
  expect(await world.list(investor, 'OwnVisit', again)).toHaveLength(1);
  expect(await bench(other)).toMatchObject({ visited: 0, deals: [], due: 0 });
  expect((await world.contacts.test.get('visitor', '/api/rong/investor/workbench')).status).toBe(401);
});
