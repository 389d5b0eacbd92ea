import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#shared/time/days.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { AlertWorld } from '#tests/support/alerts/alert-world.ts';
import { made, saveDefinition, savedDefinition } from '#tests/support/editing.ts';

const GONE = '更正 该记录已删除或并入其他记录';
let world: AlertWorld;
beforeAll(async () => {
  world = await AlertWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  // Ten in the morning of the next day.
  world.moveTo(`${addDays(shanghaiDay(world.now), 1)}T02:00:00.000Z`);
  await world.db.deleteFrom('alert_subscription').execute();
  await world.db.deleteFrom('notice').execute();
});

const ofRound = (round: string) => ({ field: 'round', op: 'in' as const, value: [round] });

/** What came into the bell of the member since the test began. */
const news = async () => (await world.bell('member')).map(({ title, content }) => [title, content.split(' — ')[0]]);

/** A deal that the member was alerted of at once. */
async function alerted(title: string): Promise<string> {
  const view = await world.view('member', 'Deal', ofRound('A'));
  await world.subscribe('member', 'view', 'Deal', view);
  const id = await world.data.create('Deal', { title, round: 'A', staff: 3, on: '2026-08-30' });
  await world.run();
  expect((await news()).map(([words]) => words)).toEqual(['订阅提醒：新增 1 条']);
  world.pass(11 * MINUTE_MS);
  return id;
}

describe('what was alerted and is corrected', () => {
  it('reaches those who got the first once, with what was said before, and not as new', async () => {
    const id = await alerted('金额有误');
    await world.data.change('Deal', id, { staff: 4 });
    await world.run();
    world.pass(HOUR_MS);
    await world.run();
    const [, second, ...others] = await news();
    expect(second).toEqual([
      '订阅提醒：更正 1 条',
      expect.stringMatching(/^· 金额有误 · 更正 staff（原 3） · A · 4 · 2026-08-30（收录 2026-09-0\d）$/),
    ]);
    expect(others).toEqual([]);
  });

  it('is no news in another view of theirs that it comes to meet', async () => {
    const other = await world.view('member', 'Deal', ofRound('B'));
    await world.subscribe('member', 'view', 'Deal', other);
    const id = await alerted('轮次有误');
    await world.data.change('Deal', id, { round: 'B' });
    await world.run();
    expect((await news()).slice(1)).toEqual([
      ['订阅提醒：更正 1 条', expect.stringContaining('轮次有误 · 更正 round（原 A） · B')],
    ]);
  });

  it('is said by those alone whose line named it', async () => {
    const id = await alerted('未提的字段');
    await world.data.change('Deal', id, { share: '12.5' });
    const never = await world.data.create('Deal', { title: '从未提醒', round: 'B', staff: 1, on: '2026-08-30' });
    await world.data.change('Deal', never, { staff: 2 });
    await world.run();
    expect((await news()).slice(1)).toEqual([]);
  });

  it('is said with what the line had, where several corrections come before they are sent', async () => {
    const id = await alerted('改了两次');
    await world.data.change('Deal', id, { staff: 5 });
    await world.data.change('Deal', id, { staff: 6 });
    await world.run();
    expect((await news()).slice(1)).toEqual([['订阅提醒：更正 1 条', expect.stringContaining('更正 staff（原 3） ')]]);
    world.pass(HOUR_MS);
    await world.data.change('Deal', id, { staff: 7 });
    await world.run();
    expect((await news()).slice(2)).toEqual([['订阅提醒：更正 1 条', expect.stringContaining('更正 staff（原 6） ')]]);
  });

  it('is not said where it is as it was said again', async () => {
    const id = await alerted('改回来了');
    await world.data.change('Deal', id, { staff: 5 });
    await world.data.change('Deal', id, { staff: 3 });
    await world.run();
    expect((await news()).slice(1)).toEqual([]);
  });

  it('is said of a record that was taken away, once', async () => {
    const id = await alerted('并不存在');
    await world.data.remove('Deal', id);
    await world.run();
    world.pass(HOUR_MS);
    await world.run();
    expect((await news()).slice(1)).toEqual([['订阅提醒：更正 1 条', `· 并不存在 · ${GONE}`]]);
  });

  it('is said of a record that was merged into another, and not of what bulk work does', async () => {
    const id = await alerted('录了两次');
    const { writer, now } = world.test.services;
    const context = { actor: '1', roles: ['staff'], now: now() };
    const { version } = await writer.read(world.db, 'Deal', id);
    await writer.update('Deal', id, version, { staff: 9 }, { ...context, origin: 'bulk:3' });
    await world.run();
    expect((await news()).slice(1)).toEqual([]);
    await writer.remove('Deal', id, { ...context, origin: 'merge:1' });
    await world.run();
    expect((await news()).slice(1)).toEqual([['订阅提醒：更正 1 条', `· 录了两次 · ${GONE}`]]);
  });

  it('is left to the report of changes where that was chosen', async () => {
    const view = await world.view('member', 'Deal', ofRound('A'));
    const more = { kinds: ['entered', 'changed'], fields: ['staff'] };
    await world.subscribe('member', 'view', 'Deal', view, 'now', more);
    const id = await world.data.create('Deal', { title: '看着它变', round: 'A', staff: 3, on: '2026-08-30' });
    await world.run();
    world.pass(11 * MINUTE_MS);
    await world.data.change('Deal', id, { staff: 4 });
    await world.run();
    expect((await news()).map(([title]) => title)).toEqual(['订阅提醒：新增 1 条', '订阅提醒：更新 1 条']);
  });

  it('names no field that was closed meanwhile', async () => {
    const id = await alerted('已关闭');
    await world.data.change('Deal', id, { staff: 4 });
    const open = savedDefinition(world.test, 'Deal');
    const { list } = open.layouts;
    const columns = list.columns.filter((name) => name !== 'staff');
    const access = { ...open.access, detail: 'svip' as const };
    made(
      await saveDefinition(world.test, { ...open, access, layouts: { ...open.layouts, list: { ...list, columns } } }),
    );
    await world.run();
    expect((await news()).slice(1)).toEqual([]);
    made(await saveDefinition(world.test, { ...open, version: open.version + 1 }));
  });
});

it('has met no fault', () => {
  expect(world.faults).toEqual([]);
});
