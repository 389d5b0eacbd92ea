import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setTop, switchDisturbing } from '#schemas/api/chat.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { INVESTOR } from '#tests/support/chat/chat-user.ts';
import { HELPER, openedRoom, openRoom } from './room-world.tsx';

beforeEach(() => openScreen());
afterEach(cleanup);

const row = () => screen.findByRole('button', { name: /林知远 ?远山资本/ });
const people = () => within(screen.getByRole('region', { name: '联系人' })).getAllByRole('listitem');

describe('the room', () => {
  test('shows a spinner until a second after the list is known', async () => {
    const { clock, room } = openRoom();
    expect(await screen.findByLabelText('正在加载聊天')).toBeDefined();
    await waitFor(() => expect(room.listState).toBe('exist'));
    expect(screen.queryByRole('heading', { name: '联系人' })).toBeNull();
    clock.pass(1000);
    expect(await screen.findByRole('heading', { name: '联系人' })).toBeDefined();
  });

  test('says so where there is no user, and can be left', async () => {
    const { onClose, user } = await openedRoom({ users: [] });
    expect(await screen.findByText('暂无聊天')).toBeDefined();
    await user.click(screen.getByRole('button', { name: '关闭私信' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('is left by Escape', async () => {
    const { onClose, user } = await openedRoom();
    await row();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('has the assistant before people, and other accounts of the platform that have spoken below', async () => {
    const notice = { ...HELPER, systemMsgType: 3 as const, chatUid: 'notice', name: '系统通知' };
    const silent = { ...HELPER, systemMsgType: 4 as const, chatUid: 'analyst', name: '分析师', lastChatContent: null };
    await openedRoom({ systems: [notice, silent, HELPER] });
    await row();
    expect(people().map(({ textContent }) => /助手|系统通知|分析师|林知远/.exec(textContent)?.[0])).toEqual([
      '助手',
      '林知远',
      '系统通知',
    ]);
  });

  test('goes from one contact to the next by Alt and an arrow', async () => {
    const { room, user } = await openedRoom({ systems: [HELPER] });
    await row();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(room.selected).toEqual({ kind: 'system', type: 2 });
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(room.selected).toMatchObject({ kind: 'user', uid: '2' });
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(room.selected).toMatchObject({ kind: 'user', uid: '2' });
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(room.selected).toEqual({ kind: 'system', type: 2 });
  });
});

describe('a user on the list', () => {
  test('shows the number of unread messages below 100, else an ellipsis', async () => {
    await openedRoom();
    expect((await row()).textContent).toContain('3条未读');
    cleanup();
    await openedRoom({ users: [{ ...INVESTOR, unread: 99 }] });
    expect(await screen.findByText('99')).toBeDefined();
    cleanup();
    await openedRoom({ users: [{ ...INVESTOR, unread: 100 }] });
    expect(await screen.findByText('…')).toBeDefined();
  });

  test.each([
    [{ sent: true, lastChatBeBack: true }, '您撤回了一条私信'],
    [{ sent: false, lastChatBeBack: true }, '对方撤回了一条私信'],
    [{ type: 13 as const, content: '' }, '[图片]'],
  ])('says what was last: %o', async (last, words) => {
    await openedRoom({ users: [{ ...INVESTOR, ...last }] });
    expect((await row()).textContent).toContain(words);
  });

  test('shows what was typed and not sent, with its mark', async () => {
    const { room } = await openedRoom();
    room.person?.drafts.keep('2', '下周一上午');
    room.selectInterested();
    await waitFor(async () => expect((await row()).textContent).toContain('[草稿] 下周一上午'));
  });

  test.each([
    [{}, ['消息免打扰', '屏蔽', '置顶', '举报']],
    [{ disturb: true, screen: true, top: true }, ['允许消息通知', '取消屏蔽', '取消置顶', '举报']],
  ])('has a menu whose labels say what a press does: %o', async (set, labels) => {
    await openedRoom({ users: [{ ...INVESTOR, ...set }] });
    fireEvent.contextMenu(await row(), { button: 2, clientX: 40, clientY: 60 });
    const menu = await screen.findByRole('menu', { name: '林知远的操作' });
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(labels);
  });

  test('is muted, blocked and pinned from the menu, and each label flips', async () => {
    const { api, user } = await openedRoom();
    api
      .on(switchDisturbing, ({ body }) => ({ [body.type]: body.action }))
      .on(setTop, ({ body }) => ({ top: body.action }));
    const press = async (label: string) => {
      await user.click(await screen.findByRole('button', { name: '林知远的操作' }));
      await user.click(await screen.findByRole('menuitem', { name: label }));
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    };
    for (const label of ['消息免打扰', '屏蔽', '置顶', '允许消息通知', '取消屏蔽', '取消置顶']) await press(label);
    expect(api.callsOf(switchDisturbing)).toEqual([
      { uid: '2', type: 'MSG', action: 1 },
      { uid: '2', type: 'SCREEN', action: 1 },
      { uid: '2', type: 'MSG', action: 0 },
      { uid: '2', type: 'SCREEN', action: 0 },
    ]);
    expect(api.callsOf(setTop)).toEqual([
      { uid: '2', action: 1 },
      { uid: '2', action: 0 },
    ]);
  });

  test('has its menu by the key for menus and by a long press, which chooses no user', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { room } = await openedRoom();
      const line = await row();
      fireEvent.contextMenu(line, { button: 0 });
      expect(await screen.findByRole('menu')).toBeDefined();
      cleanup();
      const second = await openedRoom();
      const other = await row();
      fireEvent.pointerDown(other, { pointerType: 'touch', clientX: 10, clientY: 10 });
      vi.advanceTimersByTime(499);
      expect(screen.queryByRole('menu')).toBeNull();
      vi.advanceTimersByTime(1);
      expect(await screen.findByRole('menu')).toBeDefined();
      fireEvent.pointerUp(other);
      fireEvent.click(other, { detail: 1 });
      expect([room.selected, second.room.selected]).toEqual([undefined, undefined]);
    } finally {
      vi.useRealTimers();
    }
  });
});
