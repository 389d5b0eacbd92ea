import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDialog } from '#schemas/api/chat.ts';
import { searchMessages } from '#schemas/api/chat-search.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { INVESTOR } from '#tests/support/chat/chat-user.ts';
import { openedRoom } from './room-world.tsx';

beforeEach(() => openScreen());
afterEach(cleanup);

const OTHER = { ...INVESTOR, uid: '3', id: '3', name: '周明', entityName: '近水创投' };
const FOUND = {
  uid: '2',
  name: '林知远',
  avatar: null,
  seq: 40,
  text: '上次说的排期表',
  sent: true,
  timeStamp: new Date(2026, 10, 20, 9).toISOString(),
};
const message = (seq: number) => ({
  id: String(seq),
  seq,
  type: 0 as const,
  content: seq === 40 ? '上次说的排期表' : `第${seq}条`,
  sent: false,
  timeStamp: new Date(2026, 10, 20, 9, seq).toISOString(),
  uid: '2',
  beBack: false,
  clientId: null,
});
const contacts = () =>
  within(screen.getByRole('region', { name: '联系人' }))
    .queryAllByRole('button', { name: /林知远|周明/ })
    .flatMap(({ textContent }) => /林知远|周明/.exec(textContent ?? '')?.[0] ?? []);

test('contacts are found by their name and by where they work while the word is typed', async () => {
  const { api, user } = await openedRoom({ users: [INVESTOR, OTHER] });
  api.on(searchMessages, () => ({ list: [], hasMore: false }));
  await user.type(await screen.findByRole('searchbox'), '近水');
  expect(new Set(contacts())).toEqual(new Set(['周明']));
  await user.keyboard('{Escape}');
  expect(new Set(contacts())).toEqual(new Set(['林知远', '周明']));
});

test('a message that is found leads to its place in the conversation, however old it is', async () => {
  const { api, clock, user, room } = await openedRoom({ users: [INVESTOR, OTHER] });
  api
    .on(searchMessages, () => ({ list: [FOUND], hasMore: false }))
    .on(readDialog, ({ query: { lastId = '301', flip_type, pageSize = 10 } }) => {
      const first = flip_type === 0 ? Number(lastId) + 1 : Math.max(1, Number(lastId) - pageSize);
      const last = flip_type === 0 ? Math.min(300, Number(lastId) + pageSize) : Number(lastId) - 1;
      const list = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => message(first + at));
      return { list, changed: [], total: 300, changeRev: 0, readSeq: 300, peerReadSeq: 300 };
    });
  await user.type(await screen.findByRole('searchbox'), '排期');
  clock.pass(300);
  await user.click(await screen.findByRole('button', { name: /我：上次说的排期表/ }));
  await waitFor(() => expect(room.dialog?.messages.some(({ message: one }) => one?.seq === 40)).toBe(true));
  await waitFor(() => expect(room.dialog?.revealed).toBeUndefined());
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('上次说的排期表'));
});

test('nothing found is said in words, and so is a search that failed', async () => {
  const { api, clock, user } = await openedRoom();
  api.on(searchMessages, () => ({ list: [], hasMore: false }));
  await user.type(await screen.findByRole('searchbox'), '没有这回事');
  clock.pass(300);
  expect(await screen.findByText('没有找到相关联系人或聊天记录')).toBeDefined();
});
