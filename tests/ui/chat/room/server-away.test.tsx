import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readInmailList } from '#schemas/api/chat.ts';
import { readInterestedSummary } from '#schemas/api/chat-people.ts';
import { readSystemSummaries } from '#schemas/api/notices.ts';
import { ApiFailure, TIMEOUT_CODE, TIMEOUT_MESSAGE } from '#client/lib/api-failure.ts';
import { noReply } from '#tests/ui/chat/stores/fake-server.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { INVESTOR } from '#tests/support/chat/chat-user.ts';
import { HELPER, openRoom } from './room-world.tsx';

beforeEach(() => openScreen());
afterEach(cleanup);

/** Between two looks at the list, in milliseconds. */
const POLL_MS = 5_000;
const spinner = () => screen.queryByLabelText('正在加载聊天');

/** The room of a user whose server does not answer; `recover` brings it back. */
async function openAway(failure: () => ApiFailure, users = [INVESTOR]) {
  const opened = openRoom({ users, systems: [] });
  const { api, room } = opened;
  room.close();
  const fail = () => {
    throw failure();
  };
  api.on(readInmailList, fail).on(readSystemSummaries, fail).on(readInterestedSummary, fail);
  room.open();
  const recover = () =>
    api
      .on(readInmailList, () => ({ list: users, hasMore: false, rev: '1' }))
      .on(readSystemSummaries, () => ({ list: [HELPER] }))
      .on(readInterestedSummary, () => null);
  return { ...opened, recover };
}

test.each([
  ['cannot be reached', noReply, '服务暂不可用，请稍后重试'],
  ['takes longer than a request may', () => new ApiFailure(TIMEOUT_CODE, 0, TIMEOUT_MESSAGE), '请求超时'],
])('The chat room says so, in place of the spinner, when the server %s', async (_, failure, words) => {
  const { clock } = await openAway(failure);
  expect((await screen.findByRole('alert')).textContent).toContain(words);
  expect(spinner()).toBeNull();
  // A poll that fails as well does not make the words come and go.
  clock.pass(POLL_MS);
  expect(screen.getByRole('alert').textContent).toContain(words);
});

test('The retry of the chat room shows the spinner, then what the server answers', async () => {
  const { clock, room, recover, user } = await openAway(noReply);
  const retry = await screen.findByRole('button', { name: '重试' });
  await user.click(retry);
  // It fails once more, and says so once more.
  await screen.findByRole('button', { name: '重试' });
  recover();
  await user.click(screen.getByRole('button', { name: '重试' }));
  await waitFor(() => expect(room.listState).toBe('exist'));
  expect([screen.queryByRole('alert'), spinner() === null]).toEqual([null, false]);
  clock.pass(1_000);
  expect(await screen.findByRole('heading', { name: '联系人' })).toBeDefined();
});

test('A poll brings the chat room back by itself, with the assistant that could not be loaded either', async () => {
  const { clock, room, recover } = await openAway(noReply, []);
  await screen.findByRole('alert');
  recover();
  clock.pass(POLL_MS);
  await waitFor(() => expect(room.listState).toBe('empty'));
  await waitFor(() => expect(room.selected).toEqual({ kind: 'system', type: HELPER.systemMsgType }));
  clock.pass(1_000);
  expect(await screen.findByRole('heading', { name: '联系人' })).toBeDefined();
});
