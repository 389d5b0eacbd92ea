// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { UnreadStore } from '#client/features/chat/conversations/unread-store.ts';
import { readUnread } from '#schemas/api/notices.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { settled, TestClock } from '#tests/support/ui/test-clock.ts';

function world() {
  const clock = new TestClock();
  const now = { total: 0, hasLiving: false };
  const api = new FakeApi().on(readUnread, () => ({ ...now, chat: now.total, system: [] }));
  const store = new UnreadStore(api, clock, () => 0.4);
  return { clock, now, api, store, calls: () => api.callsOf(readUnread).length };
}

describe('what is unread in all', () => {
  test('is asked for every five seconds while no hints come, and on hints when they do', async () => {
    const { clock, now, store, calls } = world();
    store.start();
    await clock.pass(10_000);
    expect([calls(), store.hasUnread]).toEqual([3, false]);
    store.receive({ type: 'stream.opened' });
    await settled();
    now.total = 2;
    store.receive({ type: 'chat.changed', rev: '1' });
    await settled();
    expect([calls(), store.total, store.hasUnread]).toEqual([5, 2, true]);
    await clock.pass(29_999);
    expect(calls()).toBe(5);
    store.receive({ type: 'notice.changed' });
    await settled();
    expect(calls()).toBe(6);
    store.receive({ type: 'options.changed', name: 'x' });
    await settled();
    expect(calls()).toBe(6);
  });

  test('is asked for about five seconds after the stream broke, not by every client at once, and every five from then on', async () => {
    const { clock, store, calls } = world();
    store.start();
    store.receive({ type: 'stream.opened' });
    await settled();
    const before = calls();
    store.receive({ type: 'stream.closed' });
    await clock.pass(4_499);
    expect(calls()).toBe(before);
    await clock.pass(1);
    expect(calls()).toBe(before + 1);
    await clock.pass(10_000);
    expect(calls()).toBe(before + 3);
  });

  test('survives an answer that does not come, and belongs to no user after the end', async () => {
    const { clock, now, api, store, calls } = world();
    now.total = 3;
    store.start();
    await settled();
    api.on(readUnread, () => {
      throw refusal('UNAVAILABLE');
    });
    await clock.pass(5_000);
    expect(store.total).toBe(3);
    store.stop();
    expect([store.total, clock.waiting]).toEqual([0, 0]);
    const before = calls();
    store.receive({ type: 'notice.changed' });
    store.refresh();
    await clock.pass(60_000);
    expect(calls()).toBe(before);
  });

  test('says whether a live that is followed is on air, until the end', async () => {
    const { now, store } = world();
    now.hasLiving = true;
    store.start();
    await settled();
    expect([store.hasLiving, store.hasUnread]).toEqual([true, false]);
    store.stop();
    expect(store.hasLiving).toBe(false);
  });

  test('of one person is not taken for another’s when the answer comes late', async () => {
    const { now, store } = world();
    now.total = 9;
    store.start();
    store.stop();
    now.total = 1;
    store.start();
    await settled();
    await settled();
    expect(store.total).toBe(1);
  });
});
