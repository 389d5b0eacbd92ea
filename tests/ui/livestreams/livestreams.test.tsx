import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Livestream, listLivestreams, saveFollow } from '#schemas/api/livestreams.ts';
import { LivestreamsPage } from '#client/features/livestreams/livestreams-page.tsx';
import { LivestreamsStore } from '#client/features/livestreams/livestreams-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
const minute = (offset: number) => new Date(NOW.getTime() + offset * 60_000).toISOString();
const live = (id: number, more: Partial<Livestream> = {}): Livestream => ({
  id: String(id),
  title: `第${id}场`,
  host: '林知远 · 青禾创投',
  cover: null,
  startsAt: minute(30),
  endsAt: minute(90),
  link: 'https://live.example.com/1',
  isCancelled: false,
  followed: false,
  ...more,
});

/** Livestreams as a server keeps them. */
class Server {
  livestreams: Livestream[] = [];
  followed = 0;
  api = new FakeApi()
    .on(listLivestreams, ({ query: { followed, after } }) => {
      const all = this.livestreams.filter((one) => followed !== 1 || one.followed);
      const from = after === undefined ? 0 : Number(after);
      return { list: all.slice(from, from + 10), after: all.length > from + 10 ? String(from + 10) : null };
    })
    .on(saveFollow, ({ body: { id, action } }) => {
      this.livestreams = this.livestreams.map((one) => (one.id === id ? { ...one, followed: action === 1 } : one));
      return this.livestreams.find((one) => one.id === id) ?? live(0);
    });
}

beforeEach(() => openScreen());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function open(server: Server, now = () => NOW) {
  const store = new LivestreamsStore({ api: server.api, followed: () => (server.followed += 1) });
  function Page() {
    const [isFollowedOnly, setFollowedOnly] = useState(false);
    return <LivestreamsPage store={store} isFollowedOnly={isFollowedOnly} onChoose={setFollowedOnly} now={now} />;
  }
  render(<Page />);
  return { store, user: userEvent.setup() };
}
const card = (name: string) => screen.findByRole('listitem', { name });
const names = () => screen.queryAllByRole('listitem').map((item) => item.getAttribute('aria-label'));

describe('a livestream on the list', () => {
  test.each([
    ['that is coming', {}, '未开始', '今天 12:30–13:30', '30 分钟后开始', ['关注']],
    [
      'that comes tomorrow',
      { startsAt: minute(900), endsAt: minute(990) },
      '未开始',
      '明天 03:00–04:30',
      '约 15 小时后开始',
      ['关注'],
    ],
    [
      'over midnight',
      { startsAt: minute(10 * 1440 + 700), endsAt: minute(10 * 1440 + 800) },
      '未开始',
      '12月1日 周二 23:40–12月2日 周三 01:20',
      undefined,
      ['关注'],
    ],
    [
      'on air',
      { startsAt: minute(0), followed: true },
      '直播中',
      '今天 12:00–13:30',
      undefined,
      ['进入直播', '已关注'],
    ],
    ['that is over', { startsAt: minute(-90), endsAt: minute(0) }, '已结束', '今天 10:30–12:00', undefined, []],
    [
      'that is over and was followed',
      { startsAt: minute(-1500), endsAt: minute(-1440), followed: true },
      '已结束',
      '昨天 11:00–12:00',
      undefined,
      ['已关注'],
    ],
    [
      'of last year',
      { startsAt: minute(-525600), endsAt: minute(-525590) },
      '已结束',
      '2025年11月21日 周五 12:00–12:10',
      undefined,
      [],
    ],
    ['called off', { isCancelled: true }, '已取消', '今天 12:30–13:30', undefined, []],
  ] as const)('%s says its state, when it is, and what can be done', async (_, more, state, time, wait, acts) => {
    const server = new Server();
    server.livestreams = [live(1, more)];
    open(server);
    const item = await card('第1场');
    for (const words of [state, time, '林知远 · 青禾创投', ...(wait === undefined ? [] : [wait])])
      within(item).getByText(words);
    const ways = [...within(item).queryAllByRole('link'), ...within(item).queryAllByRole('button')];
    expect(ways.map(({ textContent }) => textContent)).toEqual(acts);
  });

  test('leads to the broadcast in a page of its own, which cannot reach back', async () => {
    const server = new Server();
    server.livestreams = [live(1, { startsAt: minute(-1) })];
    open(server);
    const way = await screen.findByRole('link', { name: '进入直播：第1场' });
    expect(['href', 'target', 'rel'].map((name) => way.getAttribute(name))).toEqual([
      'https://live.example.com/1',
      '_blank',
      'noopener noreferrer',
    ]);
  });

  test('is followed and followed no longer by one button; the counter is informed', async () => {
    const server = new Server();
    server.livestreams = [live(1)];
    const { user } = open(server);
    await user.click(await screen.findByRole('button', { name: '关注：第1场', pressed: false }));
    await user.click(await screen.findByRole('button', { name: '已关注：第1场', pressed: true }));
    await screen.findByRole('button', { name: '关注：第1场' });
    expect(server.api.callsOf(saveFollow)).toEqual([
      { id: '1', action: 1 },
      { id: '1', action: 0 },
    ]);
    expect(server.followed).toBe(2);
  });

  test('says why it could not be followed', async () => {
    const server = new Server();
    server.livestreams = [live(1)];
    const { user } = open(server);
    server.api.on(saveFollow, () => {
      throw refusal('UNAVAILABLE');
    });
    await user.click(await screen.findByRole('button', { name: '关注：第1场' }));
    expect((await screen.findByRole('alert')).textContent).toContain('服务暂不可用');
  });

  test('begins and ends while it is looked at', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const server = new Server();
    server.livestreams = [live(1)];
    let now = NOW;
    open(server, () => now);
    const item = within(await card('第1场'));
    expect(item.getByText('未开始')).toBeTruthy();
    now = new Date(minute(30));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await item.findByText('直播中')).toBeTruthy();
    now = new Date(minute(90));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await item.findByText('已结束')).toBeTruthy();
  });
});

describe('the list of lives', () => {
  test('loads page after page as its end comes on screen', async () => {
    let reachEnd = () => {};
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(see: IntersectionObserverCallback) {
          reachEnd = () => see([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
        }
        observe(): void {}
        disconnect(): void {}
      },
    );
    const server = new Server();
    server.livestreams = Array.from({ length: 24 }, (_, index) => live(index + 1));
    open(server);
    await waitFor(() => expect(names()).toHaveLength(10));
    reachEnd();
    await waitFor(() => expect(names()).toHaveLength(20));
    reachEnd();
    await waitFor(() => expect(names()).toHaveLength(24));
    reachEnd();
    expect(server.api.callsOf(listLivestreams)).toHaveLength(3);
    expect(new Set(names()).size).toBe(24);
    expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull();
  });

  test('narrows to what is followed, and says so when that is nothing', async () => {
    const server = new Server();
    server.livestreams = [live(1, { followed: true }), live(2)];
    const { user } = open(server);
    await card('第2场');
    await user.click(screen.getByRole('button', { name: '我的关注' }));
    await waitFor(() => expect(names()).toEqual(['第1场']));
    expect(screen.getByRole('button', { name: '我的关注', pressed: true })).toBeTruthy();
    server.livestreams = [];
    await user.click(screen.getByRole('button', { name: '全部直播' }));
    await screen.findByText('暂无直播');
    await user.click(screen.getByRole('button', { name: '我的关注' }));
    await screen.findByText('还没有关注直播');
  });

  test('shows what is announced, moved or called off meanwhile', async () => {
    const server = new Server();
    server.livestreams = [live(1)];
    const { store } = open(server);
    await card('第1场');
    server.livestreams = [live(2), live(1, { isCancelled: true })];
    store.receive({ type: 'notice.changed' });
    await card('第2场');
    expect(within(await card('第1场')).getByText('已取消')).toBeTruthy();
  });

  test('offers to try again what could not be loaded', async () => {
    const server = new Server();
    const answer = server.api;
    server.api = new FakeApi().on(listLivestreams, () => {
      throw refusal('UNAVAILABLE');
    });
    const { user } = open(server);
    await screen.findByRole('alert');
    server.livestreams = [live(1)];
    server.api.on(listLivestreams, ({ query }) => answer.call(listLivestreams, { query }));
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await card('第1场')).toBeTruthy();
  });
});
