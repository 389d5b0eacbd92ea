import { describe, expect, test } from 'vitest';
import { listRecords } from '#schemas/api/records.ts';
import type { Api } from '#client/lib/api.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { RecordListStore } from '#client/features/records/list/record-list-store.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { FakeList, HandRest } from './lists.ts';

/** A long list at its first rows, counted. */
async function longList(rows = 100_000) {
  const server = new FakeList().grow(rows);
  const rest = new HandRest();
  const store = new RecordListStore(server.api, 'InsightCompany', rest.rest);
  await store.show(DEFAULT_LIST_STATE);
  await expect.poll(() => store.count?.isExact).toBe(true);
  const places = () => server.asked.slice(1).map(({ page, after }) => page ?? after);
  return { server, rest, store, places };
}

const idsOf = (store: RecordListStore, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => store.rowAt(from + at)?.id);

describe('reading on', () => {
  test('follows the cursor of the rows before, and asks before the last row is met', async () => {
    const { store, places } = await longList();
    store.see(50, 80);
    await store.settled();
    expect(store.rowAt(150)?.id).toBe('151');
    store.see(150, 180);
    await store.settled();
    expect(places()).toEqual(['100', '200']);
  });

  test('reaches the last of 100,000 rows without holding more than 30 chunks', async () => {
    const { store, places } = await longList();
    for (let from = 0; from < 100_000; from += 60) {
      store.see(from, Math.min(100_000, from + 30));
      await store.settled();
      expect(store.rowAt(from)?.id).toBe(String(from + 1));
    }
    expect(store.keptChunks).toBeLessThanOrEqual(30);
    expect(new Set(places()).size).toBe(999);
    expect(store.rowAt(0)).toBeUndefined();
  });
});

describe('a jump', () => {
  test('asks by page for what is on screen when it comes to rest, and for nothing that it flew past', async () => {
    const { store, rest, places } = await longList();
    for (const from of [10_050, 30_050, 60_050]) store.see(from, from + 30);
    expect(places()).toEqual([]);
    rest.come();
    await store.settled();
    // The second are the next rows, asked for before they are met.
    expect(places()).toEqual([601, '60100']);
    expect(idsOf(store, 60_050, 60_080)[29]).toBe('60080');
  });

  test('to rows of two chunks asks for the first by page and for the second by its cursor', async () => {
    const { store, rest, places } = await longList();
    store.see(50_090, 50_120);
    rest.come();
    await store.settled();
    expect(places()).toEqual([501, '50100']);
  });

  test('gives up what is on its way and no longer wanted, and never has more than two requests out', async () => {
    const { server, store, rest } = await longList();
    const signals: AbortSignal[] = [];
    const slow: Api = {
      call: (_, input) => {
        if (input?.signal) signals.push(input.signal);
        return new Promise(() => undefined);
      },
    };
    server.api.call = slow.call;
    for (const from of [10_050, 30_050, 60_050]) {
      store.see(from, from + 30);
      rest.come();
    }
    expect(signals.map((signal) => signal.aborted).filter((aborted) => !aborted).length).toBeLessThanOrEqual(2);
    expect(signals[0]?.aborted).toBe(true);
    expect(signals.at(-1)?.aborted).toBe(false);
  });

  test('that fails is said in place, leaves the other rows alone, and is tried again on request', async () => {
    const { server, store, rest } = await longList();
    server.api.on(listRecords, () => Promise.reject(refusal('UNAVAILABLE')));
    store.see(40_000, 40_030);
    rest.come();
    await store.settled();
    expect([store.status, store.failure?.message]).toEqual(['ready', '服务暂不可用，请稍后重试']);
    expect(store.rowAt(0)?.id).toBe('1');
    const working = new FakeList().grow(100_000);
    server.api.on(listRecords, ({ body }) => working.api.call(listRecords, { body }));
    await store.retry();
    expect([store.failure, store.rowAt(40_000)?.id]).toEqual([undefined, '40001']);
  });
});

describe('rows that come and go meanwhile', () => {
  test('are on one screen once, though a row was inserted above them', async () => {
    const { server, store, rest } = await longList(1000);
    store.see(510, 540);
    rest.come();
    await store.settled();
    server.ids = [5000, ...server.ids];
    store.see(490, 520);
    await store.settled();
    const seen = idsOf(store, 480, 620).filter((id) => id !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    expect(idsOf(store, 490, 520)).not.toContain(undefined);
  });

  test('a cursor whose record was deleted is replaced by the page', async () => {
    const { server, store } = await longList(1000);
    server.ids = server.ids.filter((id) => id !== 100);
    store.see(60, 90);
    await store.settled();
    expect([store.failure, store.rowAt(105) !== undefined]).toEqual([undefined, true]);
  });

  test('the end that is met corrects the count', async () => {
    const { server, store, rest } = await longList(1000);
    server.grow(850);
    store.see(970, 1000);
    rest.come();
    await store.settled();
    expect([store.rowCount, store.count]).toEqual([850, { total: 850, isExact: true }]);
  });
});

describe('picked rows', () => {
  test('stay picked while the list is scrolled and sorted, and are let go with another filter or keyword', async () => {
    const { store, rest } = await longList();
    store.selection.toggle('3');
    store.see(60_000, 60_030);
    rest.come();
    await store.settled();
    await store.show({ ...DEFAULT_LIST_STATE, sort: [{ field: 'name', order: 'desc' }] });
    expect(store.selection.scope).toEqual({ ids: ['3'] });
    await store.show({ ...DEFAULT_LIST_STATE, keyword: '芯' });
    expect(store.selection.isEmpty).toBe(true);
  });

  test('of a range are picked although some of them were never on screen', async () => {
    const { store } = await longList();
    await store.selectRange(95, 310);
    expect(store.selection.size(undefined)).toBe(215);
    expect([store.selection.has('96'), store.selection.has('310'), store.selection.has('311')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('of too long a range are refused with a word', async () => {
    const { store } = await longList();
    await store.selectRange(0, 50_000);
    expect([store.selection.isEmpty, store.notices[0]]).toEqual([true, expect.stringContaining('一次最多连选')]);
  });
});
