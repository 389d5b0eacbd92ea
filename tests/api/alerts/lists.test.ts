import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AlertLine, Subscription } from '#schemas/api/alerts.ts';
import type { KeptList } from '#schemas/api/kept-lists.ts';
import { HOUR_MS } from '#shared/time/durations.ts';
import { AlertWorld } from '#tests/support/alerts/alert-world.ts';
import { codeOf, type Who } from '#tests/support/app/test-app.ts';
import { made } from '#tests/support/editing.ts';

let world: AlertWorld;
let names = 0;
beforeAll(async () => {
  world = await AlertWorld.open();
});
afterAll(() => world.close());
afterEach(async () => {
  for (const who of ['member', 'founder'] as const)
    for (const { id } of await own(who)) made(await world.test.post(who, `/api/alerts/subscription/${id}/remove`, {}));
  world.pass(HOUR_MS);
  await world.db.deleteFrom('notice').execute();
});

const own = async (who: Who = 'member') =>
  made(await world.test.get<{ list: Subscription[] }>(who, '/api/alerts/subscription')).list;
const lines = async (who: Who, id: string) =>
  made(await world.test.get<{ list: AlertLine[] }>(who, `/api/alerts/subscription/${id}/line`))
    .list.map(({ kind, text }) => `${kind} ${text.split(' · ')[0]}`)
    .toSorted();
const begin = async (ids: readonly string[]) => {
  const body = { objectApiName: 'Firm', name: `清单${(names += 1)}` };
  const list = made(await world.test.post<KeptList>('member', '/api/list', body));
  if (ids.length > 0) made(await world.test.post('member', `/api/list/${list.id}/add`, { ids }));
  return list;
};
const firm = (name: string) => world.data.create('Firm', { name });
const deal = (title: string, id: string) =>
  world.data.create('Deal', { title, firm: { id }, round: 'A', on: world.now.toISOString().slice(0, 10) });

describe('a subscription to a kept list', () => {
  it('reports what is written of every record on it, under the name of the list', async () => {
    const [on, off] = [await firm('在册科技'), await firm('别处科技')];
    const list = await begin([on]);
    const made = await world.subscribe('member', 'list', 'Firm', list.id);
    expect(made).toMatchObject({ name: list.name, kinds: ['entered', 'changed'], objectLabel: expect.anything() });
    expect(made.link).toContain(`LIST`);
    await deal('在册科技 A 轮', on);
    await deal('别处科技 A 轮', off);
    await world.run();
    const [notice] = await world.bell('member');
    expect(notice?.content).toContain('在册科技 A 轮');
    expect(notice?.content).toContain(`命中：${list.name}`);
    expect(notice?.content).not.toContain('别处');
  });

  it('follows what comes on it from then on, and what is taken off no more', async () => {
    const [first, later] = [await firm('先来'), await firm('后到')];
    const list = await begin([first]);
    const { id } = await world.subscribe('member', 'list', 'Firm', list.id, 'site', { kinds: ['entered'] });
    await deal('后到 旧', later);
    made(await world.test.post('member', `/api/list/${list.id}/add`, { ids: [later] }));
    await world.run();
    expect(await lines('member', id)).toEqual([]);
    await deal('后到 新', later);
    await world.run();
    made(await world.test.post('member', `/api/list/${list.id}/take`, { ids: [first] }));
    await deal('先来 走后', first);
    await world.run();
    expect(await lines('member', id)).toEqual(['entered 后到 新']);
  });

  it('is open to those it is shared with, and pauses with the reason when it is not any more', async () => {
    const on = await firm('共享科技');
    const list = await begin([on]);
    const body = { source: 'list', objectApiName: 'Firm', targetId: list.id, frequency: 'now' };
    const refused = await world.test.post('founder', '/api/alerts/subscription', body);
    expect(refused).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
    made(await world.test.post('member', `/api/list/${list.id}/share`, { account: 'founder', role: 'view' }));
    const { id } = await world.subscribe('founder', 'list', 'Firm', list.id, 'site');
    await world.data.change('Firm', on, { name: '共享科技改名' });
    await world.run();
    expect(await lines('founder', id)).toEqual(['changed 共享科技改名']);
    const accountId = await world.idOf('founder');
    made(await world.test.post('member', `/api/list/${list.id}/unshare`, { accountId }));
    await world.data.change('Firm', on, { name: '不该出现' });
    await world.run();
    expect(await own('founder')).toMatchObject([{ paused: '清单已删除，或不再共享给您', name: '（已删除）' }]);
  });

  it('of one record on several lists is one line with the names of all', async () => {
    const on = await firm('两处科技');
    for (const list of [await begin([on]), await begin([on])])
      await world.subscribe('member', 'list', 'Firm', list.id, 'now', { kinds: ['entered'] });
    await deal('两处科技 A 轮', on);
    await world.run();
    const [notice] = await world.bell('member');
    expect(notice?.content.split('\n')).toHaveLength(1);
    expect(notice?.content).toMatch(/命中：清单\d+、清单\d+$/);
  });
});

it('has met no fault', () => {
  expect(world.faults).toEqual([]);
});

it('has met no fault', () => {
  expect(world.faults).toEqual([]);
});
