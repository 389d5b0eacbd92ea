import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FeedType, Notice } from '#schemas/api/notices.ts';
import { FeedView } from '#client/features/chat/feeds/feed-view.tsx';
import { PagedList, type Page } from '#client/lib/paged-list.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const notice = (id: number, change: Partial<Notice> = {}): Notice => ({
  id: String(id),
  systemMsgType: 2,
  type: 0,
  title: `标题${id}`,
  content: `内容${id}`,
  link: null,
  timeStamp: new Date(2026, 10, 21, 9, id).toISOString(),
  read: true,
  ...change,
});

async function open(type: FeedType, ask: (after: string | undefined) => Promise<Page<Notice>>) {
  const list = new PagedList(ask);
  const markRead = vi.fn<(type: FeedType, id: string) => Promise<void>>(async () => undefined);
  const goTo = vi.fn<(path: string) => void>();
  const systems = { feed: () => list, show: async () => list.load(), markRead };
  const now = () => new Date(2026, 10, 21, 12, 0);
  const { container } = render(<FeedView systems={systems} type={type} goTo={goTo} now={now} />);
  await act(async () => undefined);
  return { container, markRead, goTo, user: userEvent.setup() };
}

test('the helper is the assistant of the platform; its entries are grouped by days, lead on, and are read once on screen', async () => {
  const entries = [
    notice(2, { link: '/personalCenter', read: false, content: '<b>粗</b> https://a.example javascript:alert(1)' }),
    notice(1, { timeStamp: new Date(2026, 10, 20, 9, 0).toISOString(), link: 'javascript:alert(1)' }),
  ];
  const { container, markRead, goTo, user } = await open(2, async () => ({ list: entries, after: null }));
  expect(screen.getByRole('region', { name: '鲸图助手' })).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect([...container.querySelectorAll('.feed-day')].map((label) => label.textContent)).toEqual(['09:02', '昨天']);
  expect(markRead.mock.calls).toEqual([[2, '2']]);
  expect(screen.getByRole('img', { name: '未读' })).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['https://a.example']);
  expect(container.querySelector('b')).toBeNull();
  // A link that is no path of the product leads nowhere.
  await user.click(screen.getByRole('button', { name: /^查看详情/ }));
  expect(goTo.mock.calls).toEqual([['/personalCenter']]);
});

test.each([
  [6, true],
  [7, true],
  [3, false],
] as const)('what account %i says leads to the list of lives: %s', async (type, isLive) => {
  const { goTo, user } = await open(type, async () => ({ list: [notice(1)], after: null }));
  const way = screen.queryByRole('button', { name: '全部直播 ›' });
  if (way) await user.click(way);
  expect(goTo.mock.calls).toEqual(isLive ? [['/lives']] : []);
});

test('older entries come near the end of the list, and by a button', async () => {
  const ask = vi.fn<(after: string | undefined) => Promise<Page<Notice>>>(async (after) => ({
    list: [notice(after === undefined ? 9 : Number(after) - 1)],
    after: after === '8' ? null : after === undefined ? '9' : String(Number(after) - 1),
  }));
  const { container, user } = await open(3, ask);
  await user.click(screen.getByRole('button', { name: '加载更多' }));
  expect(await screen.findByText('标题8')).toBeTruthy();
  // jsdom has no layout: every place is the end.
  await act(async () => fireEvent.scroll(container.querySelector('.feed-scroll') as Element));
  expect(await screen.findByText('标题7')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull();
});

test('an account without entries, and one that cannot be loaded, say so', async () => {
  await open(4, async () => ({ list: [], after: null }));
  expect(screen.getByText('暂无消息')).toBeTruthy();
  cleanup();
  let isUp = false;
  const { user } = await open(4, async () => {
    if (!isUp) throw new Error('没有网络');
    return { list: [notice(1)], after: null };
  });
  isUp = true;
  await user.click(screen.getByRole('button', { name: '重试' }));
  expect(await screen.findByText('标题1')).toBeTruthy();
});
