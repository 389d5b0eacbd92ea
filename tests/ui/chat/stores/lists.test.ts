// @vitest-environment node
import { beforeEach, describe, expect, test } from 'vitest';
import { setTop, switchDisturbing, syncChat } from '#schemas/api/chat.ts';
import { readInterested, readInterestedSummary, touchRead } from '#schemas/api/chat-people.ts';
import { readSystemAccount, readSystemMessages, readSystemSummaries } from '#schemas/api/notices.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { Browser, ChatPage, quiet } from './chat-page.ts';
import { FakeServer, HELPER, ME } from './fake-server.ts';

let server: FakeServer;
let browser: Browser;
let page: ChatPage;

beforeEach(() => {
  server = new FakeServer();
  browser = new Browser();
  page = new ChatPage(browser, server.api);
  page.room.start(ME);
});

const withInterested = () =>
  server.api.on(readInterestedSummary, () => ({
    name: '对您的项目感兴趣',
    unreadCount: 2,
    lastChatContentDate: '',
    avatarList: [],
  }));
const uids = () => page.room.list.users.map(({ uid }) => uid);

describe('the list of people', () => {
  beforeEach(async () => {
    for (const uid of ['2', '3', '4']) server.write(uid, '你好');
    page.room.open();
    await quiet();
  });

  test('has pinned ones first, then the latest first', async () => {
    expect(uids()).toEqual(['4', '3', '2']);
    await page.room.list.switchTop('2');
    expect(uids()).toEqual(['2', '4', '3']);
    server.write('3', '在吗');
    await page.room.list.sync();
    expect(uids()).toEqual(['2', '3', '4']);
  });

  test.each([
    ['switchMute', 'disturb', switchDisturbing],
    ['switchBlock', 'screen', switchDisturbing],
    ['switchTop', 'top', setTop],
  ] as const)('shows %s at once, and undoes it with a word where it is refused', async (deed, flag, route) => {
    const { list } = page.room;
    server.api.on(route, () => {
      throw refusal('UNAVAILABLE');
    });
    const done = list[deed]('3');
    expect(list.user('3')?.[flag]).toBe(true);
    await done;
    expect(list.user('3')?.[flag]).toBe(false);
    expect(list.failure).toBe('服务暂不可用，请稍后重试');
    list.dismiss();
    expect(list.failure).toBeUndefined();
  });

  test.each(['switchMute', 'switchBlock', 'switchTop'] as const)('keeps %s, and takes it back', async (deed) => {
    const { list } = page.room;
    const flag = { switchMute: 'disturb', switchBlock: 'screen', switchTop: 'top' } as const;
    await list[deed]('3');
    expect(list.user('3')?.[flag[deed]]).toBe(true);
    await browser.pass(5000);
    expect(server.user('3')[flag[deed]]).toBe(true);
    await list[deed]('3');
    expect([list.user('3')?.[flag[deed]], server.user('3')[flag[deed]]]).toEqual([false, false]);
  });

  test('loads further pages, and shows no user twice who moved meanwhile', async () => {
    page.room.close();
    server.pageSize = 2;
    page.room.open();
    await quiet();
    expect(uids()).toEqual(['4', '3']);
    server.write('3', '在吗');
    await page.room.list.loadMore();
    await page.room.list.sync();
    expect(uids()).toEqual(['3', '4', '2']);
    expect(page.room.list.hasMore).toBe(false);
  });

  test('starts over with a server that was set back', async () => {
    server.talks.delete('4');
    server.rev = 2;
    server.talk('2').rev = 1;
    server.talk('3').rev = 2;
    server.api.on(syncChat, () => ({ rev: '2', list: server.users(), hasMore: false }));
    await page.room.list.sync();
    expect(uids()).toEqual(['3', '2']);
  });

  test('counts what was read on screen as read before the next look', async () => {
    page.room.selectUser('3');
    await quiet();
    expect(page.room.list.user('3')?.unread).toBe(1);
    page.room.dialog?.seen(1);
    await quiet();
    expect(page.room.list.user('3')?.unread).toBe(0);
  });
});

describe('the interested view', () => {
  const row = (id: number) => ({
    id: String(id),
    uid: String(id),
    name: `投资人${id}`,
    avatar: null,
    read: false,
    lastTime: '',
    investorEntityName: null,
    investorPosition: null,
    ccids: '7',
    projects: [],
    standing: { hasExchangePhone: false, hasExchangeWeixin: false, hasBp: false, pending: [] },
  });

  test('comes in pages of twenty, and a row is read once it was clicked', async () => {
    withInterested();
    const all = Array.from({ length: 25 }, (_, at) => row(at));
    server.api
      .on(readInterested, ({ query: { page: at = 1, pageSize = 20 } }) => ({
        totalCount: 25,
        data: all.slice((at - 1) * pageSize, at * pageSize),
      }))
      .on(touchRead, () => ({ unreadCount: 1 }));
    const { interested } = page.room;
    page.room.open();
    await quiet();
    await interested.load();
    expect([interested.rows?.length, interested.hasMore]).toEqual([20, true]);
    await interested.loadMore();
    expect([interested.rows?.length, interested.hasMore]).toEqual([25, false]);
    await interested.touch('3');
    await interested.touch('3');
    expect(interested.rows?.[3]?.read).toBe(true);
    expect(interested.summary?.unreadCount).toBe(1);
    expect(server.api.callsOf(touchRead)).toHaveLength(1);
  });
});

describe('a system account', () => {
  test('is read up to what was on screen, and shows what comes later', async () => {
    let list = [
      {
        id: '5',
        systemMsgType: 2,
        type: 0,
        title: '',
        content: '欢迎',
        link: null,
        timeStamp: '',
        read: false,
      } as const,
    ];
    let summary = HELPER;
    server.api
      .on(readSystemSummaries, () => ({ list: [summary] }))
      .on(readSystemMessages, () => ({ list: [...list], after: null }))
      .on(readSystemAccount, () => ({ unreadCount: 0 }));
    const { systems } = page.room;
    page.room.open();
    await quiet();
    await systems.show(2);
    expect(systems.feed(2).list?.map(({ content }) => content)).toEqual(['欢迎']);
    await systems.markRead(2, '5');
    expect(systems.summary(2)?.unreadCount).toBe(0);
    list = [{ ...list[0], id: '6', content: '新消息' } as never, ...list];
    summary = { ...HELPER, updatedAt: '2026-11-21T09:00:00Z' };
    page.push({ type: 'notice.changed' });
    await quiet();
    expect(systems.feed(2).list?.map(({ content }) => content)).toEqual(['新消息', '欢迎']);
  });
});
