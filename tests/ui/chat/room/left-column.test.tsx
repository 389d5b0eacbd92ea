import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readInmailList } from '#schemas/api/chat.ts';
import { readInterested, readInterestedSummary } from '#schemas/api/chat-people.ts';
import { SoundStore } from '#client/features/chat/base/sound-store.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { INVESTOR } from '#tests/support/chat/chat-user.ts';
import { HELPER, openedRoom, openRoom } from './room-world.tsx';

beforeEach(() => openScreen());
afterEach(cleanup);

const SUMMARY = {
  name: '对您的项目感兴趣',
  unreadCount: 2,
  lastChatContentDate: new Date(2026, 10, 20, 9).toISOString(),
  avatarList: [null],
};
const column = () => within(screen.getByRole('region', { name: '联系人' }));

/** The room with an entry of those who are interested. */
async function openInterested(given: Parameters<typeof openedRoom>[0]) {
  const opened = openRoom(given);
  opened.room.close();
  opened.api.on(readInterestedSummary, () => SUMMARY).on(readInterested, () => ({ totalCount: 0, data: [] }));
  opened.room.open();
  await waitFor(() => expect(opened.room.listState).not.toBe('init'));
  await waitFor(() => expect(opened.room.interested.summary).toBeTruthy());
  opened.clock.pass(1000);
  await screen.findByRole('heading', { name: '联系人' });
  return opened;
}

describe('the left column', () => {
  test('has those who are interested on top, then the assistant, then people', async () => {
    await openInterested({ systems: [HELPER] });
    const lines = column()
      .getAllByRole('listitem')
      .map(({ textContent }) => /对您的项目感兴趣|鲸图助手|林知远/.exec(textContent)?.[0]);
    expect(lines).toEqual(['对您的项目感兴趣', '鲸图助手', '林知远']);
    expect(column().getAllByRole('listitem')[0]?.textContent).toContain('昨天');
    expect(column().getAllByRole('listitem')[0]?.textContent).toContain('2条未读');
  });

  test('has a switch for the sound of new messages, which stays as it was left', async () => {
    const { around, user } = await openedRoom();
    const sound = await screen.findByRole('button', { name: '新消息提示音' });
    expect(sound.getAttribute('aria-pressed')).toBe('true');
    await user.click(sound);
    expect([sound.getAttribute('aria-pressed'), around.sound.isOn]).toEqual(['false', false]);
    expect(new SoundStore(window.localStorage, () => undefined).isOn).toBe(false);
  });

  test('shows of each person avatar, name, time, last content, and signs for muted, blocked and pinned', async () => {
    const picture = { ...INVESTOR, avatar: '/files/public/face' };
    await openedRoom({
      users: [
        { ...picture, disturb: true, screen: true, top: true },
        { ...INVESTOR, uid: '3' },
      ],
    });
    await screen.findByRole('heading', { name: '联系人' });
    const [set, plain] = column().getAllByRole('listitem') as [HTMLElement, HTMLElement];
    expect(set.querySelector('img')?.getAttribute('src')).toBe('/files/public/face');
    expect(set.querySelector('.contact-name')?.textContent).toBe('林知远远山资本');
    expect(set.querySelector('time')?.textContent).toBe('09:30');
    expect(set.querySelector('.contact-words')?.textContent).toBe('方便介绍一下项目吗？');
    expect(within(set).getByRole('img', { name: '消息免打扰' })).toBeDefined();
    expect(within(set).getByRole('img', { name: '已屏蔽' })).toBeDefined();
    expect(set.textContent).toContain('已置顶');
    expect(set.dataset['top']).toBe('true');
    expect(within(plain).queryByRole('img', { name: /免打扰|屏蔽/ })).toBeNull();
    expect(plain.dataset['top']).toBeUndefined();
    // A user who has no picture is shown by the first character of the name.
    expect(plain.textContent).toMatch(/^林/);
  });

  test('is not there in a room without chats, interested entry and assistant: a picture says so', async () => {
    await openedRoom({ users: [] });
    const empty = (await screen.findByText('暂无聊天')).parentElement;
    expect(empty?.querySelector('svg')).toBeTruthy();
    expect(screen.queryByRole('region', { name: '联系人' })).toBeNull();
  });

  test('says nothing of lists that could not be loaded, and has them at the next look', async () => {
    const { api, clock, room } = openRoom({ systems: [HELPER] });
    let isUp = false;
    api.on(readInmailList, () => {
      if (!isUp) throw new Error('没有网络');
      return { list: [INVESTOR], hasMore: false, rev: '1' };
    });
    await waitFor(() => expect(api.callsOf(readInmailList).length).toBeGreaterThan(0));
    expect(screen.queryByRole('alert')).toBeNull();
    isUp = true;
    clock.pass(5000);
    await waitFor(() => expect(room.listState).toBe('exist'));
    clock.pass(1000);
    expect(await screen.findByRole('heading', { name: '联系人' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
