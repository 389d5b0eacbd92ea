import { when } from 'mobx';
import { describe, expect, test } from 'vitest';
import { countRecords, listRecords } from '#schemas/api/records.ts';
import { DEFAULT_LIST_STATE, type ListState } from '#client/features/records/list-state.ts';
import { RecordListStore } from '#client/features/records/record-list-store.ts';
import { refusal, row } from '#tests/support/fake-api.ts';
import { FakeList, VIEW } from './lists.ts';

const with_ = (more: Partial<ListState>): ListState => ({ ...DEFAULT_LIST_STATE, ...more });

async function opened(state: ListState = DEFAULT_LIST_STATE) {
  const server = new FakeList();
  const store = new RecordListStore(server.api, 'InsightCompany');
  await store.show(state);
  return { server, store };
}

describe('rows', () => {
  test('come page by page until there are no more, each once', async () => {
    const { store } = await opened();
    expect(store.rows).toHaveLength(50);
    await store.loadMore();
    await store.loadMore();
    await store.loadMore();
    expect(store.rows).toHaveLength(120);
    expect(new Set(store.rows.map((row) => row.id)).size).toBe(120);
    expect(store.hasMore).toBe(false);
  });

  test('never wait for the count', async () => {
    const server = new FakeList();
    let answerCount: (() => void) | undefined;
    server.api.on(
      countRecords,
      () => new Promise((resolve) => (answerCount = () => resolve({ total: 1000, totalIsExact: false }))),
    );
    const store = new RecordListStore(server.api, 'InsightCompany');
    await store.show(DEFAULT_LIST_STATE);
    expect(store.rows).toHaveLength(50);
    expect(store.count).toBeUndefined();
    answerCount?.();
    await when(() => store.count !== undefined);
    expect(store.count).toEqual({ total: 1000, isExact: false });
  });

  test('are not asked for again when only widths or density change', async () => {
    const { server, store } = await opened();
    await store.show(with_({ density: 'compact', widths: { name: 300 } }));
    expect(server.asked).toHaveLength(1);
    await store.show(with_({ keyword: '芯片' }));
    expect(server.asked.at(-1)).toMatchObject({ keyword: '芯片' });
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
    expect(store.rows).toEqual([{ id: '1', name: '新' }]);
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
    expect([store.status, store.rows.length]).toEqual(['ready', 50]);
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

  test('is adopted at its hint, with the rows on screen staying meanwhile', async () => {
    const { server, store } = await opened();
    server.view = withCity;
    store.receive({ type: 'metadata.changed', objectApiName: 'InsightCompany', version: 2 });
    expect([store.status, store.rows.length]).toEqual(['refreshing', 50]);
    await when(() => store.status === 'ready');
    expect(store.view?.columns).toContain('city');
  });

  test('of another object or of a version already here is none of this list', async () => {
    const { server, store } = await opened();
    store.receive({ type: 'metadata.changed', objectApiName: 'InsightOrg', version: 9 });
    store.receive({ type: 'metadata.changed', objectApiName: 'InsightCompany', version: 1 });
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
    store.receive({ type: 'metadata.changed', objectApiName: 'InsightCompany', version: 2 });
    await when(() => store.status === 'ready');
    expect(store.notices).toEqual(['字段“最新轮次”已不存在，相关筛选条件已移除']);
    expect(store.state.filter).toEqual({ and: [city] });
    expect(store.rows).toHaveLength(50);
  });
});

describe('a URL that asks for what the layout does not have', () => {
  test('shows the list without it and says so', async () => {
    const { store } = await opened(with_({ filter: { field: 'ghost', op: 'empty' }, columns: ['ghost', 'name'] }));
    expect(store.status).toBe('ready');
    expect(store.rows).toHaveLength(50);
    expect(store.notices).toEqual(['字段“ghost”已不存在，相关筛选条件已移除']);
    expect(store.state).toMatchObject({ filter: undefined, columns: ['name'] });
  });
});
