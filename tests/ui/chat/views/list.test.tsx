import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { runInAction } from 'mobx';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MESSAGE_TYPES } from '#schemas/api/chat.ts';
import { MessageList } from '#client/features/chat/conversation/message-list.tsx';
import type { ShownMessage } from '#client/features/chat/messages/shown-message.ts';
import { FakeDialog, FIRST_AT, shownMessage, shownMessages, waitingMessage } from '#tests/support/chat/chat-dialog.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { TestClock } from '#tests/support/ui/test-clock.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const NOW = new Date(2026, 10, 21, 12, 0);
const nothing = () => undefined;
const actions = {
  answer: async () => undefined,
  openValues: async () => Promise.reject(new Error('无')),
  openCompany: nothing,
  openPlan: nothing,
  openCompanyPlan: nothing,
  goTo: nothing,
};

function open(messages: readonly ShownMessage[], change: (dialog: FakeDialog) => void = nothing) {
  const dialog = new FakeDialog(messages);
  change(dialog);
  const clock = new TestClock();
  const { container } = render(<MessageList dialog={dialog} actions={actions} clock={clock} now={() => NOW} />);
  const spoken = () => container.querySelector('[aria-live=polite]')?.textContent;
  const row = (key: string) => container.querySelector<HTMLElement>(`[data-message="${key}"]`) as HTMLElement;
  return { dialog, clock, container, spoken, row, user: userEvent.setup() };
}

describe('a conversation', () => {
  test('is a list whose rows know their place among all messages, by days', () => {
    const days = ['2026-11-19T04:00:00Z', '2026-11-20T04:00:00Z', '2026-11-20T05:00:00Z', '2026-11-21T01:00:00Z'];
    const { container } = open(days.map((timeStamp, place) => shownMessage(41 + place, { timeStamp })));
    const rows = within(screen.getByRole('list', { name: '消息' })).getAllByRole('listitem');
    expect(rows.map((one) => `${one.getAttribute('aria-posinset')}/${one.getAttribute('aria-setsize')}`)).toEqual([
      '41/44',
      '42/44',
      '43/44',
      '44/44',
    ]);
    const labels = [...container.querySelectorAll('.chat-day')].map((label) => label.textContent);
    expect(labels.slice(0, 2)).toEqual(['2026-11-19', '昨天']);
    expect(labels[2]).toMatch(/^\d\d:\d\d$/);
  });

  test('names the place among all messages also where neither the oldest nor the newest are held', () => {
    open([shownMessage(41), shownMessage(42)], (dialog) => Object.assign(dialog, { letGo: 58 }));
    const rows = within(screen.getByRole('list', { name: '消息' })).getAllByRole('listitem');
    expect(rows.map((one) => `${one.getAttribute('aria-posinset')}/${one.getAttribute('aria-setsize')}`)).toEqual([
      '41/100',
      '42/100',
    ]);
  });

  test('shows delivery on the last own message alone, and failures on each', () => {
    const { container } = open([
      shownMessage(1, { sent: true, state: 'read' }),
      shownMessage(2, { sent: true, state: 'failed', reason: '没有发出' }),
      shownMessage(3, { sent: true, state: 'read' }),
      shownMessage(4),
    ]);
    expect([...container.querySelectorAll('.send-state')].map((state) => state.textContent)).toEqual([
      '没有发出重试',
      '已读',
    ]);
  });

  test('shows where the unread ones began when it was opened, and the line stays there', () => {
    const { dialog, container } = open(shownMessages(1, 4), (it) => (it.readSeq = 2));
    const line = () => container.querySelector('.chat-unread-line')?.closest('[role=listitem]')?.textContent;
    expect(line()).toContain('以下为新消息');
    expect(line()).toContain('第3条');
    act(() => {
      runInAction(() => (dialog.readSeq = 4));
      dialog.receive(shownMessage(5));
    });
    expect(line()).toContain('第3条');
    cleanup();
    const read = open(shownMessages(1, 4), (it) => (it.readSeq = 4));
    act(() => read.dialog.receive(shownMessage(5)));
    expect(read.container.querySelector('.chat-unread-line')).toBeNull();
  });

  test('keeps the element of a message that is confirmed', () => {
    const { dialog, row } = open([shownMessage(1), waitingMessage('a')]);
    const before = row('a');
    act(() => dialog.receive(shownMessage(2, { sent: true, key: 'a' })));
    expect(row('a')).toBe(before);
    expect(row('a').textContent).toContain('已送达');
  });

  test('says what is on screen, and asks for older messages while there are any', () => {
    const { dialog } = open(shownMessages(21, 30));
    expect(dialog.calls).toContain('seen 30');
    expect(dialog.calls).toContain('loadOlder');
    cleanup();
    expect(open(shownMessages(1, 10)).dialog.calls).not.toContain('loadOlder');
  });

  test('of a page that no user looks at is not read', () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { dialog } = open(shownMessages(1, 3));
    expect(dialog.calls).toEqual([]);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    fireEvent(document, new Event('visibilitychange'));
    expect(dialog.calls).toEqual(['seen 3']);
  });

  test('that is empty, on its way or refused says so', async () => {
    open([]);
    expect(screen.getByText('还没有消息')).toBeTruthy();
    cleanup();
    open([], (dialog) => (dialog.isLoading = true));
    expect(screen.getByText('正在加载…')).toBeTruthy();
    cleanup();
    const { dialog, user } = open([], (it) => (it.failure = '请求超时'));
    expect(screen.getByRole('alert').textContent).toContain('请求超时');
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(dialog.calls).toEqual(['load']);
  });
});

describe('for those who hear it', () => {
  test('new messages of the other are announced, gathered within a second, the same words twice; history and own ones are not', async () => {
    const { dialog, clock, spoken } = open(shownMessages(10, 12));
    expect(spoken()).toBe('');
    act(() => dialog.prepend(shownMessages(1, 9)));
    act(() => dialog.receive(waitingMessage('我的')));
    expect(spoken()).toBe('');
    const at = new Date(FIRST_AT).toISOString();
    act(() => dialog.receive(shownMessage(13, { content: '在吗', timeStamp: at })));
    expect(spoken()).toBe('对方，09:00，在吗');
    act(() => dialog.receive(shownMessage(14, { content: '在吗', timeStamp: at })));
    expect(spoken()).toBe('对方，09:00，在吗');
    await act(() => clock.pass(1000));
    expect(spoken()).toBe('对方，09:00，在吗\u200B');
    act(() => dialog.receive(shownMessage(15), shownMessage(16), shownMessage(17)));
    await act(() => clock.pass(1000));
    expect(spoken()).toBe('3 条新消息');
  });

  test('the text of a message that is taken back leaves the live region, also where it waits to be announced', async () => {
    const { dialog, clock, spoken } = open([shownMessage(1)]);
    const takeBack = (key: string) =>
      act(() =>
        runInAction(() => {
          dialog.messages = dialog.messages.map((one) =>
            one.key === key ? { ...one, content: '', beBack: true } : one,
          );
        }),
      );
    act(() => dialog.receive(shownMessage(2, { content: '说错了的话' })));
    expect(spoken()).toContain('说错了的话');
    takeBack('seq-2');
    expect(spoken()).toBe('');
    act(() => dialog.receive(shownMessage(3, { content: '又说错了' })));
    takeBack('seq-3');
    await act(() => clock.pass(2000));
    expect(spoken()).toBe('');
  });
});

describe('by keyboard', () => {
  test('one message is reached by Tab, arrows lead to the others', async () => {
    const { user, row } = open(shownMessages(1, 5));
    await user.tab();
    expect(document.activeElement).toBe(row('seq-5'));
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(row('seq-3'));
    await user.keyboard('{Home}');
    expect(document.activeElement).toBe(row('seq-1'));
    await user.keyboard('{ArrowUp}{End}{ArrowDown}');
    expect(document.activeElement).toBe(row('seq-5'));
    expect(row('seq-1').tabIndex).toBe(-1);
    expect(row('seq-5').tabIndex).toBe(0);
  });

  test('the menu key offers what can be done, and a message that is given up hands on the focus', async () => {
    const { user, row, dialog } = open([shownMessage(1), waitingMessage('a', { state: 'failed', reason: '没有发出' })]);
    row('a').focus();
    fireEvent.contextMenu(row('a'));
    const labels = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(labels).toEqual(['复制', '重试', '删除']);
    await user.click(screen.getByRole('menuitem', { name: '删除' }));
    expect(dialog.calls).toContain('discard a');
    await waitFor(() => expect(document.activeElement).toBe(row('seq-1')));
  });
});

describe('the menu of a message', () => {
  test('copies, and says so', async () => {
    const { user, row, clock } = open([shownMessage(1, { content: '要复制的话' })]);
    fireEvent.contextMenu(row('seq-1'));
    await user.click(await screen.findByRole('menuitem', { name: '复制' }));
    expect(await screen.findByText('已复制')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('要复制的话');
    await act(() => clock.pass(3000));
    expect(screen.queryByText('已复制')).toBeNull();
  });

  test('takes back what is younger than two minutes', async () => {
    const own = (minutes: number) =>
      shownMessage(1, { sent: true, timeStamp: new Date(NOW.getTime() - minutes * 60_000).toISOString() });
    const { user, row, dialog } = open([own(1.9)]);
    fireEvent.contextMenu(row('own-1'));
    await user.click(await screen.findByRole('menuitem', { name: '撤回' }));
    expect(dialog.calls).toContain('recall 1');
    cleanup();
    const late = open([own(2)]);
    fireEvent.contextMenu(late.row('own-1'));
    await screen.findByRole('menuitem', { name: '复制' });
    expect(screen.queryByRole('menuitem', { name: '撤回' })).toBeNull();
  });

  test('leaves links, and messages with which nothing can be done, to the browser', () => {
    const { row } = open([
      shownMessage(1, { content: 'https://a.example' }),
      shownMessage(2, { type: MESSAGE_TYPES.picture, content: '{}' }),
    ]);
    // fireEvent answers false when the menu of the browser is kept away.
    expect(fireEvent.contextMenu(within(row('seq-1')).getByRole('link'))).toBe(true);
    expect(fireEvent.contextMenu(row('seq-2'))).toBe(true);
    expect(screen.queryByRole('menu')).toBeNull();
  });
});
