import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type FeedType,
  type Notice,
  readSystemAccount,
  readSystemMessages,
  readSystemSummaries,
  readUnread,
  SYSTEM_CHAT_UIDS,
  type SystemSummary,
} from '#schemas/api/notices.ts';
import { CenterStore } from '#client/features/notices/center-store.ts';
import { CountStore } from '#client/features/notices/count-store.ts';
import { MessageCenter } from '#client/features/notices/message-center.tsx';
import { NoticeBell } from '#client/features/notices/notice-bell.tsx';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
const NAMES: Readonly<Record<FeedType, string>> = {
  2: '鲸图助手',
  3: '系统通知',
  4: '分析师',
  6: '直播助手',
  7: '直播关注',
};

beforeEach(() => openScreen());
afterEach(cleanup);

/** Feeds as a server keeps them: entries newest first, and where each was read up to. */
class Feeds {
  readonly entries = new Map<FeedType, Notice[]>();
  readonly cursors = new Map<FeedType, bigint>();
  looking = true;
  hasLiving = false;
  read = 0;
  #ids = 0;

  say(type: FeedType, title: string, more: Partial<Notice> = {}): Notice {
    const id = String((this.#ids += 1));
    const base = { id, systemMsgType: type, type: 0, title, content: `${title}的正文`, link: null, read: false };
    const entry: Notice = { ...base, timeStamp: NOW.toISOString(), ...more };
    this.entries.set(type, [entry, ...(this.entries.get(type) ?? [])]);
    return entry;
  }

  #of(type: FeedType): Notice[] {
    const cursor = this.cursors.get(type) ?? 0n;
    return (this.entries.get(type) ?? []).map((entry) => ({ ...entry, read: BigInt(entry.id) <= cursor }));
  }

  #unread = (type: FeedType): number => this.#of(type).filter(({ read }) => !read).length;

  summary(type: FeedType): SystemSummary {
    const [last] = this.#of(type);
    return {
      systemMsgType: type,
      unreadCount: this.#unread(type),
      chatUid: SYSTEM_CHAT_UIDS[type],
      name: NAMES[type],
      lastChatContent: last?.title ?? null,
      contentType: last?.type ?? null,
      updatedAt: last?.timeStamp ?? null,
    };
  }

  api = new FakeApi()
    .on(readSystemSummaries, () => ({ list: ([2, 3, 4, 6, 7] as const).map((type) => this.summary(type)) }))
    .on(readSystemMessages, ({ query: { type, after } }) => {
      const all = this.#of(type).filter(({ id }) => after === undefined || BigInt(id) < BigInt(after));
      return { list: all.slice(0, 10), after: all.length > 10 ? (all[9]?.id ?? null) : null };
    })
    .on(readSystemAccount, ({ body: { type, id } }) => {
      this.cursors.set(type, BigInt(id));
      return { unreadCount: this.#unread(type) };
    });
}

function open(feeds: Feeds, wanted: string | null = null) {
  const store = new CenterStore({
    api: feeds.api,
    read: () => (feeds.read += 1),
    isLooking: () => feeds.looking,
  });
  function Page() {
    const [type, setType] = useState(wanted);
    return (
      <MessageCenter
        store={store}
        wanted={type}
        hasLiving={feeds.hasLiving}
        onOpen={(next) => setType(String(next))}
        now={() => NOW}
      />
    );
  }
  render(<Page />);
  return { store, user: userEvent.setup() };
}
const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent);
const entries = () => within(screen.getByRole('tabpanel')).queryAllByRole('heading', { level: 3 });

describe('the message centre', () => {
  test('shows the assistant always and other accounts once they have spoken; opens the first with news, which is read', async () => {
    const feeds = new Feeds();
    feeds.say(3, '认证已通过', { link: '/identity' });
    open(feeds);
    expect((await screen.findByRole('heading', { name: /认证已通过/ })).textContent).toBe('未读认证已通过');
    expect(screen.getByRole('tab', { selected: true }).textContent).toMatch(/^系统通知/);
    expect(tabs()).toHaveLength(2);
    expect(screen.getByRole('link', { name: '查看：认证已通过' }).getAttribute('href')).toBe('#/identity');
    await waitFor(() => expect(feeds.api.callsOf(readSystemAccount)).toEqual([{ type: 3, id: '1' }]));
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: '全部已读' }).disabled).toBe(true),
    );
    expect(feeds.read).toBe(1);
    // What was new stays marked while it is looked at.
    expect(screen.getByText('未读')).toBeTruthy();
  });

  test('opens the account of the address; arrow keys, Home and End go from one to the next', async () => {
    const feeds = new Feeds();
    feeds.say(2, '欢迎加入');
    feeds.say(3, '系统维护');
    feeds.say(4, '月度观点');
    const { user } = open(feeds, '4');
    await screen.findByRole('heading', { name: /月度观点/ });
    screen.getByRole('tab', { selected: true }).focus();
    for (const [key, name] of [
      ['{ArrowDown}', '欢迎加入'],
      ['{ArrowUp}', '月度观点'],
      ['{Home}', '欢迎加入'],
      ['{End}', '月度观点'],
      ['{ArrowLeft}', '系统维护'],
    ] as const) {
      await user.keyboard(key);
      await screen.findByRole('heading', { name: new RegExp(name) });
      expect(document.activeElement).toBe(screen.getByRole('tab', { selected: true }));
    }
  });

  test('says by the day when it was, and loads what is older', async () => {
    const feeds = new Feeds();
    for (let index = 0; index < 10; index += 1) feeds.say(2, `旧${index}`, { timeStamp: '2026-11-10T04:00:00.000Z' });
    // Half past midnight in Shanghai is still the day before in UTC.
    feeds.say(2, '昨晚', { timeStamp: '2026-11-20T15:59:00.000Z' });
    feeds.say(2, '凌晨', { timeStamp: '2026-11-20T16:30:00.000Z' });
    const { user } = open(feeds);
    await screen.findByRole('heading', { name: /凌晨/ });
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      '今天',
      '昨天',
      '2026-11-10',
    ]);
    expect(entries()).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: '加载更多' }));
    await waitFor(() => expect(entries()).toHaveLength(12));
    expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull();
  });

  test('shows what comes and drops what is taken back; older entries that were loaded stay', async () => {
    const feeds = new Feeds();
    for (let index = 0; index < 12; index += 1) feeds.say(3, `通知${index}`);
    const { store, user } = open(feeds);
    await user.click(await screen.findByRole('button', { name: '加载更多' }));
    await waitFor(() => expect(entries()).toHaveLength(12));
    feeds.entries.set(3, feeds.entries.get(3)?.filter(({ title }) => title !== '通知5') ?? []);
    feeds.say(3, '刚刚');
    store.receive({ type: 'notice.changed' });
    await screen.findByRole('heading', { name: /刚刚/ });
    expect(screen.queryByRole('heading', { name: /通知5/ })).toBeNull();
    expect(entries()).toHaveLength(12);
  });

  test('counts nothing as read while no user looks', async () => {
    const feeds = new Feeds();
    feeds.say(3, '第一条');
    const { store } = open(feeds);
    await waitFor(() => expect(feeds.read).toBe(1));
    feeds.looking = false;
    feeds.say(3, '第二条');
    store.receive({ type: 'notice.changed' });
    await screen.findByRole('heading', { name: /第二条/ });
    expect(feeds.cursors.get(3)).toBe(1n);
    feeds.looking = true;
    store.look();
    await waitFor(() => expect(feeds.cursors.get(3)).toBe(2n));
  });

  test('reads everything at once', async () => {
    const feeds = new Feeds();
    for (const type of [2, 3, 4, 6] as const) feeds.say(type, '新消息');
    const { user } = open(feeds, '2');
    await waitFor(() => expect(feeds.read).toBe(1));
    await user.click(screen.getByRole('button', { name: '全部已读' }));
    await waitFor(() => expect(feeds.read).toBe(4));
    expect(screen.queryByText('未读')).toBeNull();
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: '全部已读' }).disabled).toBe(true),
    );
  });

  test('says that there is nothing, and offers to try again what could not be loaded', async () => {
    const feeds = new Feeds();
    feeds.api.on(readSystemSummaries, () => {
      throw refusal('UNAVAILABLE');
    });
    const { user } = open(feeds);
    expect((await screen.findByRole('alert')).textContent).toContain('服务暂不可用');
    feeds.api.on(readSystemSummaries, () => ({ list: [feeds.summary(2)] }));
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('有新消息时会显示在这里。')).toBeTruthy();
  });
});

describe('the way to the lives', () => {
  test.each([
    [false, '直播'],
    [true, '直播直播中'],
  ])('is in the message centre and says whether one that is followed is on air: %s', async (hasLiving, words) => {
    const feeds = new Feeds();
    feeds.hasLiving = hasLiving;
    open(feeds);
    const way = await screen.findByRole('link', { name: /^直播/ });
    expect([way.textContent, way.getAttribute('href')]).toEqual([words, '#/lives']);
  });
});

describe('the bell', () => {
  const ring = async (...counts: number[]) => {
    const api = new FakeApi().on(readUnread, () => ({
      total: 9 + counts.reduce((sum, count) => sum + count, 0),
      chat: 9,
      hasLiving: false,
      system: counts.map((unreadCount) => ({ systemMsgType: 3, unreadCount, chatUid: 'notice' })),
    }));
    const store = new CountStore(api);
    store.receive({ type: 'notice.changed' });
    render(<NoticeBell store={store} />);
    await waitFor(() => expect(store.count).toBe(counts.reduce((sum, count) => sum + count, 0)));
    return screen.getByRole('link');
  };

  test.each([
    [[0], '消息中心', ''],
    [[1, 2], '消息中心，3 条未读', '3'],
    [[99], '消息中心，99 条未读', '99'],
    [[100], '消息中心，100 条以上未读', '…'],
    [[60, 60], '消息中心，100 条以上未读', '…'],
  ])('counts what system accounts said, without people: %j is %s', async (counts, name, badge) => {
    const link = await ring(...counts);
    await waitFor(() => expect(link.getAttribute('aria-label')).toBe(name));
    expect(link.textContent).toBe(badge);
    expect(link.getAttribute('href')).toBe('#/messageCenter');
  });
});
