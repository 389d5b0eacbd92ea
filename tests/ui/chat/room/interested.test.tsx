import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type InterestedItem, readInterested, readInterestedSummary, touchRead } from '#schemas/api/chat-people.ts';
import { readPrivileges } from '#schemas/api/chat-exchange.ts';
import { openScreen } from '#tests/support/screen.ts';
import { openedRoom } from './room-world.tsx';

beforeEach(() => openScreen());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const item = (at: number, more: Partial<InterestedItem> = {}): InterestedItem => ({
  id: String(at),
  uid: String(100 + at),
  name: `投资人${at}`,
  avatar: null,
  read: false,
  lastTime: new Date(2026, 10, 20, 9).toISOString(),
  investorEntityName: '远山资本',
  investorPosition: '合伙人',
  ccids: '7',
  ...more,
});

/** The view, chosen by itself as there is nobody to talk with. */
async function openView(rows: readonly InterestedItem[], before = () => undefined) {
  const opened = await openedRoom({ users: [] });
  const { api, room, clock } = opened;
  room.close();
  api
    .on(readInterestedSummary, () => ({
      name: '对您的项目感兴趣',
      unreadCount: 2,
      lastChatContentDate: item(1).lastTime,
      avatarList: [null],
    }))
    .on(readInterested, ({ query }) => {
      const from = ((query.page ?? 1) - 1) * (query.pageSize ?? 0);
      return { totalCount: rows.length, data: rows.slice(from, from + (query.pageSize ?? 0)) };
    })
    .on(touchRead, () => ({ unreadCount: 1 }))
    .on(readPrivileges, () => ({ list: [] }));
  before();
  room.open();
  await waitFor(() => expect(room.selected).toEqual({ kind: 'interested' }));
  clock.pass(1000);
  await screen.findByRole('heading', { name: '对您的项目感兴趣' });
  return opened;
}
const list = () => screen.getByRole('list', { name: '对您的项目感兴趣' });
const rowOf = async (name: string) => (await within(list()).findByText(name)).closest('li') as HTMLElement;

describe('those who are interested in my project', () => {
  test('stand there with entity and position, joined only where both are known', async () => {
    await openView([
      item(1),
      item(2, { investorPosition: null }),
      item(3, { investorEntityName: null }),
      item(4, { investorEntityName: null, investorPosition: null }),
    ]);
    await rowOf('投资人4');
    const lines = within(list())
      .getAllByRole('listitem')
      .map((row) => row.querySelector('small')?.textContent);
    expect(lines).toEqual(['远山资本 | 合伙人', '远山资本', '合伙人', '']);
    expect((await rowOf('投资人1')).textContent).toContain('昨天');
  });

  test('are none: it says so', async () => {
    await openView([]);
    expect(await screen.findByText('暂无')).toBeDefined();
  });

  test('lose their dot on a click, which opens the conversation', async () => {
    const { api, room, user } = await openView([item(1), item(2, { read: true })]);
    expect(within(await rowOf('投资人2')).queryByRole('img', { name: '未读' })).toBeNull();
    const row = within(await rowOf('投资人1'));
    expect(row.getByRole('img', { name: '未读' })).toBeDefined();
    await user.click(row.getByRole('button', { name: /^未读投资人1|投资人1远山/ }));
    expect(room.selected).toEqual({ kind: 'user', uid: '101' });
    expect(api.callsOf(touchRead)).toEqual([{ id: '1' }]);
  });

  test.each(['向投资人1投递BP', '与投资人1交换手机号', '与投资人1交换微信'])(
    'lose it on an action: %s',
    async (act) => {
      const { api, user } = await openView([item(1)]);
      const row = within(await rowOf('投资人1'));
      await user.click(row.getByRole('button', { name: act }));
      expect(await screen.findByRole('dialog', { name: /选择要投递BP的企业|交换手机号|交换微信/ })).toBeDefined();
      expect(api.callsOf(touchRead)).toEqual([{ id: '1' }]);
      expect(document.querySelector('.interested-dot')).toBeNull();
    },
  );

  test('come twenty at a time, the next when the end has been near for half a second', async () => {
    const rows = Array.from({ length: 45 }, (_, at) => item(at + 1));
    const height = vi.spyOn(Element.prototype, 'scrollHeight', 'get');
    await openView(rows, () => {
      height.mockReturnValue(5000);
      vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
      return undefined;
    });
    await rowOf('投资人20');
    const count = () => within(list()).getAllByRole('listitem').length;
    const box = list().parentElement as HTMLElement;
    // 900 pixels of 5000 are on screen.
    box.scrollTop = 4089;
    fireEvent.scroll(box);
    vi.advanceTimersByTime(600);
    expect(count()).toBe(20);
    box.scrollTop = 4090;
    fireEvent.scroll(box);
    vi.advanceTimersByTime(400);
    fireEvent.scroll(box);
    vi.advanceTimersByTime(400);
    expect(count()).toBe(20);
    vi.advanceTimersByTime(100);
    await waitFor(() => expect(count()).toBe(40));
  });
});
