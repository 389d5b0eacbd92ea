import { expect, test } from 'vitest';
import { readWaiting, type WaitingQueue } from '#schemas/api/waiting.ts';
import { WaitingStore, waitingWords } from '#client/features/staff/waiting-store.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { TestClock } from '#tests/support/ui/test-clock.ts';

const queue = (objectApiName: string, count: number, since: string | null = null): WaitingQueue => ({
  objectApiName,
  label: objectApiName,
  route: `/staff/${objectApiName}`,
  link: `/staff/${objectApiName}`,
  count,
  first: count > 0 ? [{ id: '1', name: '一', since, link: '/x' }] : [],
});

function world() {
  const clock = new TestClock();
  let list = [queue('Report', 1, '2026-11-20T00:00:00.000Z'), queue('Correction', 0)];
  const api = new FakeApi().on(readWaiting, () => ({ list }));
  const store = new WaitingStore(api, clock);
  return { clock, api, store, put: (next: WaitingQueue[]) => (list = next) };
}
const changed = (objectApiName: string) => ({ type: 'records.changed', objectApiName }) as const;

test('A hint about a queue counts it again, many hints together once', async () => {
  const { clock, api, store, put } = world();
  store.start();
  await clock.pass(0);
  expect(store.countAt('/staff/Report')).toBe(1);
  put([queue('Report', 2), queue('Correction', 0)]);
  for (let hint = 0; hint < 5; hint += 1) store.receive(changed('Report'));
  await clock.pass(1000);
  expect(store.countAt('/staff/Report')).toBe(2);
  expect(api.callsOf(readWaiting)).toHaveLength(2);
});

test('A hint about other records counts nothing, a stream that comes back does', async () => {
  const { clock, api, store } = world();
  store.start();
  await clock.pass(0);
  store.receive(changed('InsightCompany'));
  await clock.pass(1000);
  expect(api.callsOf(readWaiting)).toHaveLength(1);
  store.receive({ type: 'stream.opened' });
  await clock.pass(1000);
  expect(api.callsOf(readWaiting)).toHaveLength(2);
});

test('Nothing is counted for users who are no staff, nor after they sign out', async () => {
  const { clock, api, store } = world();
  store.receive(changed('Report'));
  await clock.pass(1000);
  expect(api.callsOf(readWaiting)).toEqual([]);
  store.start();
  await clock.pass(0);
  store.receive(changed('Report'));
  store.stop();
  await clock.pass(1000);
  expect(api.callsOf(readWaiting)).toHaveLength(1);
  expect(store.waiting).toBeUndefined();
});

test('The queue whose oldest entry has waited longest comes first, empty ones not at all', async () => {
  const { clock, store, put } = world();
  put([
    queue('Report', 1, '2026-11-20T00:00:00.000Z'),
    queue('Empty', 0),
    queue('Correction', 4, '2026-11-18T00:00:00.000Z'),
  ]);
  store.start();
  await clock.pass(0);
  expect(store.waiting?.map(({ objectApiName }) => objectApiName)).toEqual(['Correction', 'Report']);
});

test.each([
  [0, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('A badge says %s as “%s”', (count, words) => expect(waitingWords(count)).toBe(words));
