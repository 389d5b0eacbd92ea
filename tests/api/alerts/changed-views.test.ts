import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlertLine, Subscription } from '#schemas/api/alerts.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { AlertWorld } from '#tests/support/alerts/alert-world.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import { made } from '#tests/support/editing.ts';

let world: AlertWorld;
beforeAll(async () => {
  world = await AlertWorld.open();
});
afterAll(() => world.close());

const isRound = (value: string): Condition => ({ field: 'round', op: 'eq', value });
const shared = (filter: Condition, name: string) => world.view('staff', 'Deal', filter, { sharing: 'everyone', name });
const edit = async (view: string, filter: Condition, more: object = {}) => {
  const { version } = made(await world.test.get<{ version: number }>('staff', `/api/metadata/view/${view}`));
  const state = encodeListState({ ...DEFAULT_LIST_STATE, filter, ...more });
  made(await world.test.post('staff', `/api/metadata/view/${view}`, { version, state }));
};
const read = async (id: string): Promise<Subscription> => {
  const { list } = made(await world.test.get<{ list: Subscription[] }>('member', '/api/alerts/subscription'));
  const found = list.find((one) => one.id === id);
  if (!found) throw new Error('The subscription is gone.');
  return found;
};
const decide = async (id: string, follow: boolean) => {
  const { version } = await read(id);
  return made(
    await world.test.post<Subscription>('member', `/api/alerts/subscription/${id}/view`, { version, follow }),
  );
};
const lines = async (id: string) =>
  made(await world.test.get<{ list: AlertLine[] }>('member', `/api/alerts/subscription/${id}/line`))
    .list.map(({ text }) => text.split(' · ')[0] ?? '')
    .toSorted();
const told = async () =>
  (await world.bell('member')).filter(({ title }) => title === '视图已更改').map(({ content }) => content);

describe('a view of another user that its owner changes', () => {
  it('is reported as it was until its subscriber follows, and they hear of it once', async () => {
    const view = await shared(isRound('A'), '公共早期');
    const { id } = await world.subscribe('member', 'view', 'Deal', view, 'site');
    await edit(view, isRound('B'));
    await world.run();
    await world.run();
    expect(await told()).toEqual([
      '“公共早期”的筛选条件已由创建者修改。订阅仍按原条件提醒，请在“我的订阅”中选择跟随新条件，或保留原条件。',
    ]);
    expect((await read(id)).view).toBe('changed');
    await world.data.create('Deal', { title: '原条件', round: 'A' });
    await world.data.create('Deal', { title: '新条件之前', round: 'B' });
    await world.run();
    expect(await lines(id)).toEqual(['原条件']);
    expect((await decide(id, true)).view).toBe('current');
    await world.data.create('Deal', { title: '不再', round: 'A' });
    await world.data.create('Deal', { title: '新条件', round: 'B' });
    await world.run();
    expect(await lines(id)).toEqual(['原条件', '新条件']);
  });

  it('is kept as it was where its subscriber decides so, until it is changed again', async () => {
    const view = await shared(isRound('A'), '公共二');
    const { id } = await world.subscribe('member', 'view', 'Deal', view, 'site');
    await edit(view, isRound('B'));
    await world.run();
    const before = (await told()).length;
    expect((await decide(id, false)).view).toBe('kept');
    await world.run();
    expect((await read(id)).view).toBe('kept');
    await edit(view, isRound('C'));
    await world.run();
    expect((await read(id)).view).toBe('changed');
    expect((await told()).length).toBe(before + 1);
    const stale = await world.test.post('member', `/api/alerts/subscription/${id}/view`, { version: 1, follow: true });
    expect(stale).toMatchObject({ code: codeOf('CONFLICT') });
  });

  it('is no other view where only what it shows, or the order, was changed', async () => {
    const view = await shared(isRound('A'), '公共三');
    const { id } = await world.subscribe('member', 'view', 'Deal', view, 'site');
    const before = (await told()).length;
    await edit(view, isRound('A'), { sort: [{ field: 'title', order: 'asc' }] });
    await world.run();
    expect((await read(id)).view).toBe('current');
    expect((await told()).length).toBe(before);
  });

  it('follows at once where it is their own', async () => {
    const view = await world.view('member', 'Deal', isRound('A'));
    const { id } = await world.subscribe('member', 'view', 'Deal', view, 'site');
    const state = encodeListState({ ...DEFAULT_LIST_STATE, filter: isRound('B') });
    made(await world.test.post('member', `/api/metadata/view/${view}`, { version: 1, state }));
    await world.data.create('Deal', { title: '自己的新条件', round: 'B' });
    await world.run();
    expect((await read(id)).view).toBe('current');
    expect(await lines(id)).toEqual(['自己的新条件']);
  });
});

it('has met no fault', () => {
  expect(world.faults).toEqual([]);
});
