// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { type ChatUser, syncChat } from '#schemas/api/chat.ts';
import { readChatSettings } from '#schemas/api/chat-settings.ts';
import { ArrivalsStore } from '#client/features/chat/conversations/arrivals-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { settled } from '#tests/support/ui/test-clock.ts';
import { INVESTOR } from '#tests/support/chat/chat-user.ts';

const SETTINGS = { autoReply: false, autoReplyText: '', disturb: false };

function world() {
  const now = { list: [INVESTOR] as ChatUser[], rev: '8', disturb: false, isRoomOpen: false };
  const rings: string[] = [];
  const asked: string[] = [];
  const api = new FakeApi()
    .on(syncChat, ({ query }) => {
      asked.push(query.since);
      return { list: now.list, rev: now.rev, hasMore: false };
    })
    .on(readChatSettings, () => ({ ...SETTINGS, disturb: now.disturb }));
  const store = new ArrivalsStore({ api, isRoomOpen: () => now.isRoomOpen, ring: () => rings.push('ring') });
  const hint = async (rev: string) => {
    store.receive({ type: 'chat.changed', rev });
    await settled();
  };
  return { api, now, store, rings, asked, hint };
}

describe('a private message while the room is closed', () => {
  test('is said with the name of who wrote it, and heard once', async () => {
    const { store, rings, asked, hint } = world();
    await hint('8');
    expect(store.latest).toEqual({ uid: '2', seq: 3, name: '林知远', words: '方便介绍一下项目吗？' });
    store.dismiss();
    await hint('9');
    expect([store.latest, rings]).toEqual([undefined, ['ring']]);
    expect(asked).toEqual(['7', '8']);
  });

  test('is said again when there is a newer one', async () => {
    const { now, store, rings, hint } = world();
    await hint('8');
    store.dismiss();
    now.list = [{ ...INVESTOR, lastSeq: 4, content: '还在吗？' }];
    await hint('9');
    expect([store.latest?.words, rings.length]).toEqual(['还在吗？', 2]);
  });

  test.each<[string, Partial<ChatUser>]>([
    ['of a muted user', { disturb: true }],
    ['of a blocked user', { screen: true }],
    ['that was read elsewhere', { unread: 0 }],
    ['of one’s own', { sent: true }],
    ['that was recalled', { lastChatBeBack: true }],
  ])('%s is not said', async (_name, change) => {
    const { now, store, rings, hint } = world();
    now.list = [{ ...INVESTOR, ...change }];
    await hint('8');
    expect([store.latest, rings]).toEqual([undefined, []]);
  });

  test('is not said while all messages are muted, nor in a room that is open', async () => {
    for (const change of [{ disturb: true }, { isRoomOpen: true }]) {
      const { now, store, rings, hint } = world();
      Object.assign(now, change);
      await hint('8');
      expect([store.latest, rings]).toEqual([undefined, []]);
    }
  });

  test('is not said to the user who signs in next', async () => {
    const { api, store, rings } = world();
    const answer = Promise.withResolvers<void>();
    api.on(syncChat, async () => {
      await answer.promise;
      return { list: [INVESTOR], rev: '8', hasMore: false };
    });
    store.receive({ type: 'chat.changed', rev: '8' });
    store.forget();
    answer.resolve();
    await settled();
    expect([store.latest, rings]).toEqual([undefined, []]);
  });

  test('that cannot be looked up is looked up with the next hint', async () => {
    const { api, store, hint } = world();
    api.on(syncChat, () => {
      throw refusal('UNAVAILABLE');
    });
    await hint('8');
    expect(store.latest).toBeUndefined();
    api.on(syncChat, () => ({ list: [INVESTOR], rev: '9', hasMore: false }));
    await hint('9');
    expect(store.latest?.name).toBe('林知远');
  });

  test('before which no revision is known is not looked up by a hint to every user', async () => {
    const { asked, hint } = world();
    await hint('0');
    expect(asked).toEqual([]);
  });
});
