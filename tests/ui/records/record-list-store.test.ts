import { when } from 'mobx';
import { describe, expect, test } from 'vitest';
import { countRecords, listRecords } from '#schemas/api/records.ts';
import { DEFAULT_LIST_STATE, type ListState } from '#shared/lists/list-state.ts';
import { RecordListStore } from '#client/features/records/list/record-list-store.ts';
import { refusal, row } from '#tests/support/ui/fake-api.ts';
import { FakeList, VIEW } from './lists.ts';

const with_ = (more: Partial<ListState>): ListState => ({ ...DEFAULT_LIST_STATE, ...more });

async function opened(state: ListState = DEFAULT_LIST_STATE) {
  const server = new FakeList();
  const store = new RecordListStore(server.api, 'InsightCompany');
  await store.show(state);
  return { server, store };
}

describe('rows', () => {
  test('never wait for the count, which is first asked for up to its limit and then to the end', async () => {
    const server = new FakeList().grow(4321);
    const answers: (() => void)[] = [];
    server.api.on(
      countRecords,
      ({ body }) =>
        new Promise((resolve) => {
          answers.push(() =>
            resolve(body.exact ? { total: 4321, totalIsExact: true } : { total: 1000, totalIsExact: false }),
          );
        }),
    );
    const store = new RecordListStore(server.api, 'InsightCompany');
    await store.show(DEFAULT_LIST_STATE);
    expect(store.rowAt(99)?.id).toBe('100');
    expect(store.count).toBeUndefined();
    // There is something to scroll into before the rows are counted.
    expect(store.rowCount).toBeGreaterThan(100);
    answers[0]?.();
    await when(() => store.count !== undefined);
    expect([store.count, store.rowCount]).toEqual([{ total: 1000, isExact: false, isEstimate: false }, 1000]);
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.();
    await when(() => store.count?.isExact === true);
    expect([store.count?.total, store.rowCount]).toEqual([4321, 4321]);
  });

  test('bring their count along, and only the rest is counted', async () => {
    const server = new FakeList().grow(4321);
    server.countsAlong = true;
    const answered = Promise.withResolvers<{ total: number; totalIsExact: boolean }>();
    server.api.on(countRecords, () => answered.promise);
    const store = new RecordListStore(server.api, 'InsightCompany');
    await store.show(DEFAULT_LIST_STATE);
    expect(store.count).toEqual({ total: 1000, isExact: false, isEstimate: false });
    expect(server.api.callsOf(countRecords)).toEqual([{ objectApiName: 'InsightCompany', exact: true }]);
    answered.resolve({ total: 4321, totalIsExact: true });
    await when(() => store.count?.isExact === true);
    expect(store.count?.total).toBe(4321);
  });

  test('are not asked for again when only widths, density or the order of columns change', async () => {
    const { server, store } = await opened();
    await store.show(with_({ density: 'compact', widths: { name: 300 }, columns: ['name', 'raised', 'round'] }));
    await store.show(with_({ columns: ['name', 'raised'], pinned: ['raised'] }));
    expect(server.asked).toHaveLength(1);
    await store.show(with_({ keyword: '芯片' }));
    expect(server.asked.at(-1)).toMatchObject({ keyword: '芯片' });
  });

  test('are read again when one of them was written, or any may have been, and for no other record', async () => {
    const { server, store } = await opened();
    const { generation } = store;
    store.receive({ type: 'records.changed', objectApiName: 'Order' });
    store.receive({ type: 'records.changed', objectApiName: 'InsightCompany', ids: ['99999'] });
    expect(server.asked).toHaveLength(1);
    store.receive({ type: 'records.changed', objectApiName: 'InsightCompany', ids: ['99999', '1'] });
    await expect.poll(() => server.asked.length).toBe(2);
    await store.settled();
    store.receive({ type: 'records.changed', objectApiName: 'InsightCompany' });
    await expect.poll(() => server.asked.length).toBe(3);
    expect(store.generation).toBe(generation);
  });

  test('stay where they are when others add records to the list, which are shown when the user asks for them', async () => {
    const { server, store } = await opened(with_({ keyword: '芯片' }));
    const { generation } = store;
    server.api.on(listRecords, ({ body }) => ({
      layout: null,
      list: (body.ids ?? ['501', '1', '2']).filter((id) => id !== '502').map((id) => row({ id, name: '芯片' })),
      total: 1,
      totalIsExact: true,
      after: null,
    }));
    store.receive({ type: 'records.changed', objectApiName: 'Order', ids: ['503'], created: ['503'] });
    store.receive({
      type: 'records.changed',
      objectApiName: 'InsightCompany',
      ids: ['501', '502'],
      created: ['501', '502'],
    });
    await expect.poll(() => store.fresh.count).toBe(1);
    expect(server.asked.at(-1)).toMatchObject({ keyword: '芯片', ids: ['501', '502'] });
    expect([store.rowAt(0)?.id, store.generation]).toEqual(['1', generation]);
    await store.showFresh();
    expect([store.rowAt(0)?.id, store.fresh.count, store.generation]).toEqual(['501', 0, generation + 1]);
  });

  test('are read again where they are when a column brings a field that they do not have', async () => {
    const { server, store } = await opened();
    const { generation } = store;
    await store.show(with_({ columns: ['name', 'city'] }));
    expect(server.asked.at(-1)?.fields).toEqual(['name', 'city']);
    expect([store.generation, store.rowAt(0)?.id]).toEqual([generation, '1']);
  });

  test('of an earlier question are let go when they come late', async () => {
    const { server, store } = await opened();
    const answers: (() => void)[] = [];
    server.api.on(
      listRecords,
      ({ body }) =>
        new Promise((resolve) => {
          answers.push(() =>
            resolve({
              layout: null,
              list: [row({ id: '1', name: body.keyword })],
              total: 1,
              totalIsExact: true,
              after: null,
            }),
          );
        }),
    );
    const first = store.show(with_({ keyword: '旧' }));
    const second = store.show(with_({ keyword: '新' }));
    answers[1]?.();
    answers[0]?.();
    await Promise.all([first, second]);
    expect([store.rowCount, store.rowAt(0)]).toEqual([1, { id: '1', name: '新' }]);
  });

  test('that cannot be had are said to be so, and asking again brings them', async () => {
    const server = new FakeList();
    const store = new RecordListStore(server.api, 'InsightCompany');
    server.api.on(listRecords, () => Promise.reject(refusal('UNAVAILABLE')));
    await store.show(DEFAULT_LIST_STATE);
    expect([store.status, store.failure?.message]).toEqual(['failed', '服务暂不可用，请稍后重试']);
    const working = new FakeList();
    server.api.on(listRecords, ({ body }) => working.api.call(listRecords, { body }));
    await store.reload();
    expect([store.status, store.rowAt(0)?.id]).toEqual(['ready', '1']);
  });
});

describe('a change of metadata', () => {
  const withCity = { ...VIEW, version: 2, columns: [...VIEW.columns, 'city'] };
  const { fields } = VIEW;
  const withoutRound = {
    ...VIEW,
    version: 2,
    fields: fields.filter((field) => field.apiName !== 'round'),
    columns: ['name'],
    filters: [],
  };
  const hint = { type: 'metadata.changed', objectApiName: 'InsightCompany', version: 2 } as const;

  test('is adopted at its hint, with the rows on screen staying meanwhile', async () => {
    const { server, store } = await opened();
    server.view = withCity;
    store.receive(hint);
    expect([store.status, store.rowAt(0)?.id]).toEqual(['refreshing', '1']);
    await when(() => store.status === 'ready');
    expect(store.view?.columns).toContain('city');
  });

  test('reads only the rows on screen again, and keeps the place and what is picked', async () => {
    const { server, store } = await opened();
    server.grow(5000);
    await store.reload();
    store.see(2050, 2080);
    await store.settled();
    await store.counter.exactly();
    store.see(2050, 2080);
    store.selection.toggle('7');
    const { generation } = store;
    const before = server.asked.length;
    server.view = withCity;
    store.receive(hint);
    await when(() => store.status === 'ready' && store.view?.version === 2);
    // The second are the next rows, asked for before they are met.
    expect(server.asked.slice(before).map(({ page, after }) => page ?? after)).toEqual([21, '2100']);
    expect([store.generation, store.rowAt(2050)?.id, store.rowCount]).toEqual([generation, '2051', 5000]);
    expect(store.selection.scope).toEqual({ ids: ['7'] });
  });

  test('of another object or of a version already here is none of this list', async () => {
    const { server, store } = await opened();
    store.receive({ ...hint, objectApiName: 'InsightOrg', version: 9 });
    store.receive({ ...hint, version: 1 });
    expect(server.asked).toHaveLength(1);
  });

  test('that was missed while the stream was down is found when it opens again', async () => {
    const { server, store } = await opened();
    server.view = withCity;
    store.receive({ type: 'stream.opened' });
    await when(() => store.view?.version === 2);
    expect(store.view?.columns).toContain('city');
  });

  test('that takes a filtered field away drops that filter with a word, and keeps the others', async () => {
    const city = { field: 'city', op: 'contains', value: '京' } as const;
    const { server, store } = await opened(
      with_({ filter: { and: [{ field: 'round', op: 'in', value: ['a'] }, city] } }),
    );
    server.view = withoutRound;
    store.receive(hint);
    await when(() => store.status === 'ready');
    expect(store.notices).toEqual(['字段“最新轮次”已不存在，相关筛选条件已移除']);
    expect(store.state.filter).toEqual(city);
    expect(store.rowAt(0)?.id).toBe('1');
  });
});

describe('a URL that asks for what the layout does not have', () => {
  test('shows the list without it and says so', async () => {
    const { store } = await opened(with_({ filter: { field: 'ghost', op: 'empty' }, columns: ['ghost', 'name'] }));
    expect(store.status).toBe('ready');
    expect(store.rowAt(0)?.id).toBe('1');
    expect(store.notices).toEqual(['字段“ghost”已不存在，相关筛选条件已移除']);
    expect(store.state).toMatchObject({ filter: undefined, columns: ['name'] });
  });
});

describe('a list with a condition of its own', () => {
  const fixed = {
    route: '/data/funded',
    label: '已融资企业',
    description: '融资总额 1 亿元及以上',
    filter: { field: 'raised', op: 'gte', value: '100000000' },
    columns: ['raised', 'city'],
    sort: [{ field: 'raised', order: 'desc' as const }],
  };

  test('asks it whatever else the user asks, and has a name, columns and an order of its own', async () => {
    const server = new FakeList();
    const store = new RecordListStore(server.api, 'InsightCompany', undefined, fixed);
    await store.show(DEFAULT_LIST_STATE);
    expect(server.asked.at(-1)).toMatchObject({ filter: fixed.filter, sort: fixed.sort, fields: ['raised', 'city'] });
    expect(store.view).toMatchObject({ label: '已融资企业', columns: ['raised', 'city'], sort: fixed.sort });
    const round = { field: 'round', op: 'in', value: ['a'] } as const;
    await store.show(with_({ filter: round, sort: [{ field: 'name', order: 'asc' }], columns: ['name'] }));
    expect(store.query).toMatchObject({
      filter: { and: [fixed.filter, round] },
      sort: [{ field: 'name', order: 'asc' }],
      fields: ['name'],
    });
    // The address has what the user chose alone.
    expect(store.state.filter).toEqual(round);
  });
});
