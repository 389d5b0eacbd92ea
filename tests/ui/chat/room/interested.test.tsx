import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type InterestedItem, readInterested, readInterestedSummary, touchRead } from '#schemas/api/chat-people.ts';
import type { ChatMessage } from '#schemas/api/chat.ts';
import {
  type ExchangeStanding,
  readExchangeStanding,
  readPrivileges,
  requestContact,
} from '#schemas/api/chat-exchange.ts';
import { shownMessage } from '#tests/support/chat/chat-dialog.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { openedRoom, STANDING } from './room-world.tsx';

beforeEach(() => openScreen());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const NOTHING_DONE: InterestedItem['standing'] = {
  hasExchangePhone: false,
  hasExchangeWeixin: false,
  hasBp: false,
  pending: [],
};

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
  projects: [{ ccid: '7', name: '示例科技' }],
  standing: NOTHING_DONE,
  ...more,
});

/** The view, chosen by itself as there is no user to talk with. */
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
const rowOf = async (name: string) => {
  const rows = within(await screen.findByRole('list', { name: '对您的项目感兴趣' }));
  return (await rows.findByText(name)).closest('li') as HTMLElement;
};

describe('those who are interested in my project', () => {
  test('are listed with entity and position, joined only where both are known', async () => {
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

  test.each([
    ['投递BP', { hasBp: true }, '已投递'],
    ['交换手机号', { hasExchangePhone: true }, '已交换'],
    ['交换手机号', { pending: [{ kind: 'PHONE', mine: true }] }, '已申请'],
    ['交换微信', { hasExchangeWeixin: true }, '已交换'],
    ['交换微信', { pending: [{ kind: 'WEIXIN', mine: false }] }, '对方已申请'],
  ] as const)('cannot be offered what is done already: %s after %o', async (act, done, word) => {
    const { api, user } = await openView([item(1, { standing: { ...NOTHING_DONE, ...done } as never }), item(2)]);
    const row = within(await rowOf('投资人1'));
    const button = row.getByRole('button', { name: new RegExp(act) });
    expect([button.textContent, button.getAttribute('aria-disabled')]).toEqual([word, 'true']);
    await user.click(button);
    expect(screen.queryByRole('dialog', { name: /选择要投递BP的企业|交换手机号|交换微信/ })).toBeNull();
    expect(api.callsOf(touchRead)).toEqual([]);
    expect(row.getAllByRole('button').filter((one) => one.hasAttribute('aria-disabled'))).toEqual([button]);
    const other = within(await rowOf('投资人2')).getAllByRole('button');
    expect(other.filter((one) => one.hasAttribute('aria-disabled'))).toEqual([]);
  });

  test('show a request as made as soon as it went out', async () => {
    const { api, user } = await openView([item(1)]);
    let pending: ExchangeStanding['pending'] = [];
    api
      .on(readExchangeStanding, () => ({ ...STANDING, pending }))
      .on(requestContact, () => {
        pending = [{ exchangeId: 'x', kind: 'PHONE', mine: true, expiresAt: '2026-11-28T00:00:00.000Z' }];
        return { message: shownMessage(1).message as ChatMessage, exchangeId: 'x' };
      });
    const row = within(await rowOf('投资人1'));
    await user.click(row.getByRole('button', { name: '与投资人1交换手机号' }));
    const asked = within(await screen.findByRole('dialog', { name: /交换手机号/ }));
    await user.click(asked.getByRole('button', { name: /确定|发送|继续|交换/ }));
    expect(await row.findByText('已申请')).toBeDefined();
  });

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
