import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EXCHANGE_STATES, MESSAGE_TYPES, type MessageType } from '#schemas/api/chat.ts';
import type { BubbleActions } from '#client/features/chat/messages/bubbles/bubble-actions.ts';
import { MessageRow } from '#client/features/chat/conversation/message-row.tsx';
import type { ShownMessage } from '#client/features/chat/messages/shown-message.ts';
import { contentOf, shownMessage, waitingMessage } from '#tests/support/chat/chat-dialog.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

function show(shown: ShownMessage, change: Partial<BubbleActions> = {}) {
  const actions = {
    answer: vi.fn<BubbleActions['answer']>(async () => undefined),
    openValues: vi.fn<BubbleActions['openValues']>(async () => ({
      kind: 'PHONE',
      state: 'agreed',
      mine: '13900000000',
      theirs: '13800000000',
      name: '王经理',
    })),
    openCompany: vi.fn<BubbleActions['openCompany']>(),
    openPlan: vi.fn<BubbleActions['openPlan']>(),
    openCompanyPlan: vi.fn<BubbleActions['openCompanyPlan']>(),
    goTo: vi.fn<BubbleActions['goTo']>(),
  };
  const onRetry = vi.fn<(key: string) => void>();
  const onPicture = vi.fn<(key: string) => void>();
  const { container } = render(
    <MessageRow
      shown={shown}
      actions={{ ...actions, ...change }}
      isLastOwn
      isActive
      onRetry={onRetry}
      onPicture={onPicture}
    />,
  );
  const article = within(container).getByRole('article');
  return { actions, onRetry, onPicture, container, article, user: userEvent.setup() };
}

const TYPES = Object.entries(MESSAGE_TYPES);
const REQUESTS: readonly MessageType[] = [10, 11, 12];

describe.each(TYPES)('a message of type %s', (_name, type) => {
  test.each(EXCHANGE_STATES.flatMap((state) => [true, false].map((sent) => ({ state, sent }))))(
    'has a bubble when it is $state (own: $sent), and buttons only for what the other asks now',
    ({ state, sent }) => {
      const { container, article } = show(shownMessage(1, { type, sent, content: contentOf(type, state) }));
      expect(container.querySelector('.bubble')).toBeTruthy();
      expect(container.querySelector('.bubble-unreadable')).toBeNull();
      expect(article.getAttribute('aria-label')).toMatch(sent ? /^我，09:01，.+，已送达$/ : /^对方，09:01，.+/);
      const isAsked = REQUESTS.includes(type) && !sent && state === 'pending';
      expect(screen.queryAllByRole('button', { name: /^(同意|拒绝)$/ })).toHaveLength(isAsked ? 2 : 0);
      if (!REQUESTS.includes(type) || isAsked) return;
      const words = { pending: '等待对方处理', agreed: '已同意', declined: '已婉拒', expired: '已过期' }[state];
      expect(screen.getByText(words)).toBeTruthy();
    },
  );

  test('shows in its place that it was taken back, and nothing of what it was', () => {
    const { container, article } = show(shownMessage(1, { type, beBack: true, sent: true, content: '' }));
    expect(container.querySelector('.bubble')).toBeNull();
    expect(article.textContent).toBe('您撤回了一条私信');
    cleanup();
    expect(show(shownMessage(1, { type, beBack: true, content: '' })).article.textContent).toBe('对方撤回了一条私信');
  });

  test('harms no user when its content is broken or hostile', () => {
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
    for (const content of [
      '',
      '{',
      'null',
      hostile,
      JSON.stringify({ ccid: '1', name: hostile, brief: hostile, url: hostile }),
    ]) {
      const { container } = show(shownMessage(1, { type, content }));
      expect(container.querySelector('script, img[onerror], iframe')).toBeNull();
      cleanup();
    }
  });
});

test('a message of a type that this page does not know says so', () => {
  const { container } = show(shownMessage(1, { type: 99 as MessageType, content: '{}' }));
  expect(container.textContent).toContain('此消息暂时无法显示');
});

test('a web address in a text opens elsewhere, without a word of where one comes from', () => {
  show(shownMessage(1, { content: '<b>看</b> https://a.example/x javascript:alert(1)' }));
  const [link, ...more] = screen.getAllByRole('link');
  expect(more).toEqual([]);
  expect([link?.getAttribute('href'), link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual([
    'https://a.example/x',
    '_blank',
    'noopener noreferrer nofollow',
  ]);
  expect(screen.getByText(/javascript:alert/)).toBeTruthy();
});

test('a request is answered once, by one press, and the focus stays with the message', async () => {
  const done = Promise.withResolvers<void>();
  const answer = vi.fn<BubbleActions['answer']>(() => done.promise);
  const { user, article } = show(
    shownMessage(1, { type: MESSAGE_TYPES.phoneRequest, content: contentOf(MESSAGE_TYPES.phoneRequest, 'pending') }),
    { answer },
  );
  await user.click(screen.getByRole('button', { name: '同意' }));
  await user.click(screen.getByRole('button', { name: '拒绝' }));
  expect(answer.mock.calls).toEqual([[expect.any(String), true]]);
  expect(document.activeElement).toBe(article);
  done.resolve();
});

test('what was exchanged is fetched when asked for, can be copied, and warns of fraud', async () => {
  const { user, actions } = show(
    shownMessage(1, { type: MESSAGE_TYPES.exchangeResult, content: contentOf(MESSAGE_TYPES.exchangeResult) }),
  );
  expect(actions.openValues).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: '查看联系方式' }));
  expect(await screen.findByText('对方手机号：13800000000')).toBeTruthy();
  expect(screen.getByText('请勿向陌生人转账，谨防诈骗')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '复制对方手机号' }));
  expect(await navigator.clipboard.readText()).toBe('13800000000');
});

test('what came of an exchange that was declined is said, by whom, and there is nothing to look at', () => {
  const type = MESSAGE_TYPES.exchangeResult;
  for (const [sent, words] of [
    [true, '您已婉拒交换手机号'],
    [false, '对方已婉拒交换手机号'],
  ] as const) {
    const { article } = show(shownMessage(1, { type, sent, content: contentOf(type, 'declined') }));
    expect(article.textContent).toContain(words);
    expect(article.getAttribute('aria-label')).toContain(words);
    expect(screen.queryByRole('button', { name: '查看联系方式' })).toBeNull();
    cleanup();
  }
});

test('why an exchange cannot be looked at is said where it was asked for', async () => {
  const { user } = show(
    shownMessage(1, { type: MESSAGE_TYPES.exchangeResult, content: contentOf(MESSAGE_TYPES.exchangeResult) }),
    { openValues: async () => Promise.reject(new Error('该交换已失效')) },
  );
  await user.click(screen.getByRole('button', { name: '查看联系方式' }));
  expect((await screen.findByRole('alert')).textContent).toBe('该交换已失效');
});

test('a card leads to its company and to its plan, where it has one', async () => {
  const card = { type: MESSAGE_TYPES.project, content: contentOf(MESSAGE_TYPES.project) };
  const { user, actions } = show(shownMessage(1, card));
  await user.click(screen.getByRole('button', { name: '查看项目' }));
  await user.click(screen.getByRole('button', { name: '查看BP' }));
  expect(actions.openCompany.mock.calls).toEqual([['12']]);
  expect(actions.openCompanyPlan.mock.calls).toEqual([['12', '示例科技']]);
  cleanup();
  show(shownMessage(1, { ...card, content: card.content.replace('true', 'false') }));
  expect(screen.queryByRole('button', { name: '查看BP' })).toBeNull();
});

test('a picture has its place before it has come, whatever its size', () => {
  const frame = (size: object) => {
    const { container } = show(
      shownMessage(1, {
        type: MESSAGE_TYPES.picture,
        content: JSON.stringify({ url: `/files/public/${'0'.repeat(32)}`, ...size }),
      }),
    );
    const image = container.querySelector('img');
    cleanup();
    return [image?.width, image?.height];
  };
  expect(frame({ width: 4000, height: 2000 })).toEqual([220, 110]);
  expect(frame({ width: 100, height: 80 })).toEqual([100, 80]);
  expect(frame({ width: 10, height: 9000 })).toEqual([48, 220]);
  expect(frame({})).toEqual([180, 180]);
  expect(frame({ width: -1, height: 'x' })).toEqual([180, 180]);
});

describe('a message of one’s own', () => {
  const text = (change: Partial<ShownMessage>) => show(waitingMessage('一', change));

  test.each([
    ['sent', '已送达'],
    ['read', '已读'],
  ] as const)('that is %s says %s', (state, words) => {
    expect(text({ state }).container.textContent).toContain(words);
  });

  test('that failed says why, as a warning or an error, and can be tried again', async () => {
    const { container, user, onRetry, article } = text({ state: 'failed', reason: '对方已屏蔽您', warning: true });
    expect(container.querySelector('[data-look=warning]')?.textContent).toContain('对方已屏蔽您');
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(onRetry.mock.calls).toEqual([['一']]);
    expect(document.activeElement).toBe(article);
    cleanup();
    expect(text({ state: 'failed', reason: '未知错误' }).container.querySelector('[data-look=error]')).toBeTruthy();
  });

  test('that was not confirmed is tried again by a press', async () => {
    const { user, onRetry } = text({ state: 'unconfirmed' });
    await user.click(screen.getByRole('button', { name: '未确认，点击重试' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});
