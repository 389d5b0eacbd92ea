import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Board } from '#schemas/api/boards.ts';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { codeOf, openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { made, newObject, savedDefinition, saveDefinition } from '#tests/support/editing.ts';
import { options } from '#tests/support/metadata/sample-object.ts';

type Layouts = Partial<ObjectDefinition['layouts']>;

const CLOSED = { visibleTo: ['staff'] };
const LAYOUTS: Layouts = {
  board: { by: 'state', card: ['price', 'secret'], sum: 'price', due: 'secretOn' },
  calendar: { date: 'heldOn', badge: 'secretState' },
  gallery: { picture: 'photo', badge: 'state', facts: ['price', 'secret'] },
  dashboard: {
    columns: 2,
    charts: [
      { label: '按状态', kind: 'bar', by: 'state', sum: 'price' },
      { label: '按月份', kind: 'line', by: 'heldOn', unit: 'month' },
      { label: '按内情', kind: 'pie', by: 'secretState' },
      { label: '按底价', kind: 'bar', by: 'state', sum: 'secret' },
    ],
  },
};

let test: TestApp;
const ids: string[] = [];
beforeAll(async () => {
  test = await openTestApp();
  const definition = newObject('Event', [
    { apiName: 'name', type: 'text', label: '名称' },
    { apiName: 'state', type: 'select', label: '状态', selectOptions: options('planned', 'held') },
    { apiName: 'heldOn', type: 'date', label: '日期', config: { sortable: true } },
    { apiName: 'unsorted', type: 'date', label: '签到日' },
    { apiName: 'price', type: 'decimal', label: '价格' },
    { apiName: 'photo', type: 'image', label: '照片' },
    { apiName: 'secret', type: 'decimal', label: '底价', config: CLOSED },
    { apiName: 'secretOn', type: 'date', label: '内部截止', config: CLOSED },
    { apiName: 'secretState', type: 'select', label: '内情', selectOptions: options('x'), config: CLOSED },
  ]);
  const layouts = { ...definition.layouts, ...LAYOUTS };
  made(await saveDefinition(test, { ...definition, layouts, access: { ...definition.access, edit: 'staff' } }));
  for (const [name, state] of [
    ['甲', 'planned'],
    ['乙', 'held'],
  ] as const) {
    const values = { name, state, heldOn: '2026-11-20', price: '10' };
    const body = { clientKey: `event-${name}-0000`, values };
    ids.push(made(await test.post<RecordReply>('staff', '/api/metadata/data/Event', body)).record.id);
  }
});
afterAll(() => test.close());

const viewOf = async (who: 'member' | 'staff') =>
  made(await test.post<ListReply>(who, '/api/metadata/data/getLayoutAndDataList', { objectApiName: 'Event' })).layout;
const boardOf = async (who: 'member' | 'staff') =>
  made(await test.post<Board>(who, '/api/metadata/data/board', { objectApiName: 'Event' })).columns;
async function problemsOf(layouts: Layouts): Promise<string[]> {
  const saved = savedDefinition(test, 'Event');
  const reply = await saveDefinition(test, { ...saved, layouts: { ...saved.layouts, ...layouts } });
  return reply.problems.map(({ message }) => message);
}

describe('The looks of a list', () => {
  it('are given to each user without the fields that are closed to them', async () => {
    const [member, staff] = [await viewOf('member'), await viewOf('staff')];
    expect(member).toMatchObject({
      board: { by: 'state', card: ['price'], sum: 'price' },
      calendar: { date: 'heldOn' },
      gallery: { picture: 'photo', badge: 'state', facts: ['price'] },
    });
    expect(JSON.stringify([member?.board, member?.calendar, member?.gallery, member?.dashboard])).not.toMatch(/secret/);
    expect(member?.dashboard?.columns).toBe(2);
    expect(member?.dashboard?.charts.map(({ label }) => label)).toEqual(['按状态', '按月份']);
    expect(staff).toMatchObject(LAYOUTS);
  });

  it('say who may move a card, and a card is moved by a change of its record', async () => {
    expect([(await viewOf('member'))?.editable, (await viewOf('staff'))?.editable]).toEqual([undefined, true]);
    expect((await boardOf('member')).map(({ value, total }) => [value, total])).toEqual([
      ['planned', 1],
      ['held', 1],
    ]);
    const move = (who: 'member' | 'staff') =>
      test.post(who, `/api/metadata/data/Event/${ids[0]}`, { version: 1, values: { state: 'held' } });
    expect((await move('member')).code).toBe(codeOf('FORBIDDEN'));
    made(await move('staff'));
    expect((await boardOf('member')).map(({ total }) => total)).toEqual([0, 2]);
  });

  it.each<[string, Layouts]>([
    ['看板：“分列字段”不能使用“price”', { board: { by: 'price', card: ['price'] } }],
    ['看板：没有移动卡片的操作，不能设置“撤销移动的操作”', { board: { by: 'state', card: ['price'], undo: 'back' } }],
    ['日历：“日期字段”不能使用“签到日”', { calendar: { date: 'unsorted' } }],
    ['日历：“标记字段”不能使用“gone”', { calendar: { date: 'heldOn', badge: 'gone' } }],
    ['图册：“图片字段”不能使用“价格”', { gallery: { picture: 'price' } }],
    ['仪表盘：图表“数”不能按“price”分组', { dashboard: { charts: [{ label: '数', kind: 'bar', by: 'price' }] } }],
    [
      '仪表盘：图表“数”不能合计“name”',
      { dashboard: { charts: [{ label: '数', kind: 'bar', by: 'state', sum: 'name' }] } },
    ],
    [
      '仪表盘：有两个图表都叫“数”',
      {
        dashboard: {
          charts: [
            { label: '数', kind: 'bar', by: 'state' },
            { label: '数', kind: 'pie', by: 'state' },
          ],
        },
      },
    ],
  ])('are refused where they cannot be drawn: %s', async (message, layouts) => {
    expect(await problemsOf(layouts)).toContain(message);
  });
});
