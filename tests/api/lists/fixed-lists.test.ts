import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListGroups } from '#schemas/api/list-groups.ts';
import type { FixedList } from '#schemas/metadata/fixed-list.ts';
import { made, newObject, savedDefinition, saveDefinition } from '#tests/support/editing.ts';
import { codeOf, openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { options } from '#tests/support/metadata/sample-object.ts';

const LARGE: FixedList = {
  route: '/data/largeSales',
  label: '大额买卖',
  filter: { field: 'price', op: 'gte', value: '100' },
  columns: ['name', 'price', 'secret'],
  sort: [{ field: 'price', order: 'desc' }],
  summaries: [
    { label: '按种类', by: 'kind', sum: 'price' },
    { label: '按内情', by: 'secretKind' },
  ],
};
const SALES = [
  ['一', '50', 'a', '2024-01-01'],
  ['二', '100', 'a', '2025-02-01'],
  ['三', '300', 'b', '2025-03-01'],
  ['四', '700', 'b', '2026-04-01'],
  ['五', '200', null, '2026-05-01'],
] as const;

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  const definition = newObject(
    'Sale',
    [
      { apiName: 'name', type: 'text', label: '名称' },
      { apiName: 'price', type: 'decimal', label: '价格', config: { sortable: true } },
      { apiName: 'kind', type: 'select', label: '种类', selectOptions: options('a', 'b') },
      { apiName: 'soldOn', type: 'date', label: '日期' },
      { apiName: 'secret', type: 'decimal', label: '底价', config: { visibleTo: ['staff'] } },
      {
        apiName: 'secretKind',
        type: 'select',
        label: '内情',
        selectOptions: options('x'),
        config: { visibleTo: ['staff'] },
      },
    ],
    { route: '/data/sales', fixedLists: [LARGE] },
  );
  made(await saveDefinition(test, definition));
  for (const [name, price, kind, soldOn] of SALES) {
    const values = { name, price, soldOn, ...(kind && { kind }) };
    made(await test.post('staff', '/api/metadata/data/Sale', { clientKey: `sale-${name}-0000`, values }));
  }
});
afterAll(() => test.close());

type Summary = { readonly apiName: string; readonly fixedLists?: readonly FixedList[] };
async function listsOf(who: 'member' | 'staff' | 'visitor', apiName = 'Sale') {
  const objects = made(await test.get<Summary[]>(who, '/api/metadata/allObjectsUserCanView'));
  return objects.find((object) => object.apiName === apiName)?.fixedLists;
}
const save = (fixedLists: FixedList[]) => saveDefinition(test, { ...savedDefinition(test, 'Sale'), fixedLists });
const groups = (body: object, who: 'member' | 'staff' = 'member') =>
  test.post<ListGroups>(who, '/api/metadata/data/groups', { objectApiName: 'Sale', ...body });

describe('A second list of an object with a condition of its own', () => {
  it('is given to each user without what is closed to them, and to visitors not at all', async () => {
    const [own] = (await listsOf('member')) ?? [];
    expect(own).toMatchObject({ route: '/data/largeSales', label: '大额买卖', filter: LARGE.filter });
    expect(own?.columns).toEqual(['name', 'price']);
    expect(own?.summaries?.map(({ label }) => label)).toEqual(['按种类']);
    expect((await listsOf('staff'))?.[0]?.columns).toEqual(['name', 'price', 'secret']);
    expect(await listsOf('visitor')).toBeUndefined();
  });

  it('is not there for a user to whom a field of its condition is closed', async () => {
    made(await save([{ ...LARGE, filter: { field: 'secret', op: 'gte', value: '1' } }]));
    expect(await listsOf('member')).toBeUndefined();
    expect(await listsOf('staff')).toHaveLength(1);
    made(await save([LARGE]));
  });

  it('changes its threshold when staff save another, without any record being touched', async () => {
    made(await save([{ ...LARGE, filter: { field: 'price', op: 'gte', value: '250' } }]));
    expect((await listsOf('member'))?.[0]?.filter).toEqual({ field: 'price', op: 'gte', value: '250' });
    made(await save([LARGE]));
  });

  it.each([
    ['没有这样的字段', { ...LARGE, columns: ['nothing'] }, '不存在的字段'],
    ['条件不成立', { ...LARGE, filter: { field: 'name', op: 'gte', value: '1' } }, '固定条件有误'],
    ['不能按名称分组', { ...LARGE, summaries: [{ label: '按名称', by: 'name' }] }, '不能按'],
    ['不能合计选项', { ...LARGE, summaries: [{ label: '按种类', by: 'kind', sum: 'kind' }] }, '不能合计'],
    ['不能按不可排序的字段排序', { ...LARGE, sort: [{ field: 'soldOn', order: 'desc' }] }, '不能按'],
    ['与本对象的列表同址', { ...LARGE, route: '/data/sales' }, '重复'],
    ['与其他对象的列表同址', { ...LARGE, route: '/data/transaction' }, '已用于对象“交易事件”'],
    ['与其他对象的专题列表同址', { ...LARGE, route: '/data/largeTransaction' }, '已用于对象“交易事件”'],
  ] as const)('is refused: %s', async (_why, list, words) => {
    const { code, msg } = await save([list as FixedList]);
    expect(code).toBe(codeOf('INVALID_METADATA'));
    expect(msg).toContain(words);
  });

  it('takes its address from no other object, old or new', async () => {
    const other = newObject('Rent', [{ apiName: 'name', type: 'text', label: '名称' }], { route: '/data/largeSales' });
    expect((await saveDefinition(test, other)).msg).toContain('已用于对象“Sale”');
  });
});

describe('The groups of a list', () => {
  const filter = LARGE.filter;

  it('count and add up what the list shows, the largest first; what holds nothing is in none', async () => {
    const { groups: rows, more } = made(await groups({ filter, by: 'kind', sum: 'price' }));
    expect(rows.map(({ key, label, count, sum }) => [key, label, count, sum])).toEqual([
      ['b', 'b', 2, '1000'],
      ['a', 'a', 1, '100'],
    ]);
    expect(more).toBe(0);
  });

  it('are periods of a date in their order', async () => {
    const { groups: rows } = made(await groups({ filter, by: 'soldOn', unit: 'year' }));
    expect(rows.map(({ label, count }) => [label, count])).toEqual([
      ['2025年', 2],
      ['2026年', 2],
    ]);
  });

  it('are refused by a field that is closed, unknown or no group, for sums as for groups', async () => {
    for (const body of [
      { by: 'secretKind' },
      { by: 'nothing' },
      { by: 'name' },
      { by: 'kind', sum: 'secret' },
      { by: 'kind', filter: { field: 'secret', op: 'gte', value: '1' } },
    ])
      expect((await groups(body)).code).toBe(codeOf('INVALID_QUERY'));
    expect(made(await groups({ by: 'secretKind' }, 'staff')).groups).toEqual([]);
  });
});
