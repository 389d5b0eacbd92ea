// @vitest-environment node
import { beforeEach, describe, expect, test } from 'vitest';
import { readInmailList } from '#schemas/api/chat.ts';
import { readInterestedSummary } from '#schemas/api/chat-people.ts';
import { readSystemSummaries } from '#schemas/api/notices.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { Browser, ChatPage, quiet } from './chat-page.ts';
import { FakeServer, HELPER, ME, PEER } from './fake-server.ts';

let server: FakeServer;
let browser: Browser;
let page: ChatPage;

beforeEach(() => {
  server = new FakeServer();
  browser = new Browser();
  page = new ChatPage(browser, server.api);
  page.room.start(ME);
});

const withHelper = () => server.api.on(readSystemSummaries, () => ({ list: [HELPER] }));
const withInterested = () =>
  server.api.on(readInterestedSummary, () => ({
    name: '对您的项目感兴趣',
    unreadCount: 2,
    lastChatContentDate: '',
    avatarList: [],
  }));

describe('the room', () => {
  test('is ready a second after it is known whether there is any user', async () => {
    const { room } = page;
    server.write(PEER, '你好');
    room.open();
    expect(room.listState).toBe('init');
    await quiet();
    expect([room.listState, room.isReady]).toEqual(['exist', false]);
    await browser.pass(999);
    expect(room.isReady).toBe(false);
    await browser.pass(1);
    expect([room.isReady, room.hasNothing, room.selected]).toEqual([true, false, undefined]);
  });

  test('stays unknown while the server does not answer, and asks again', async () => {
    server.api.on(readInmailList, () => {
      throw refusal('UNAVAILABLE');
    });
    page.room.open();
    await browser.pass(4000);
    expect([page.room.listState, page.room.isReady]).toEqual(['init', false]);
    server.api.on(readInmailList, () => ({ list: [], hasMore: false, rev: '1' }));
    await browser.pass(1000);
    expect(page.room.listState).toBe('empty');
  });

  test.each([
    ['nothing', [], undefined],
    ['the interested view', [withInterested, withHelper], { kind: 'interested' }],
    ['the assistant', [withHelper], { kind: 'system', type: 2 }],
  ] as const)('shows %s where there is no user to talk with', async (_, entries, selected) => {
    for (const add of entries) add();
    page.room.open();
    await quiet();
    expect(page.room.selected).toEqual(selected);
    expect(page.room.hasNothing).toBe(selected === undefined);
    expect(page.room.side).toBe('list');
  });

  test('leaves what a person chose, and selects nothing where there are people', async () => {
    withInterested();
    server.write(PEER, '你好');
    page.room.open();
    await quiet();
    expect(page.room.selected).toBeUndefined();
    page.room.selectSystem(2);
    await quiet();
    expect(page.room.selected).toEqual({ kind: 'system', type: 2 });
    expect(page.room.side).toBe('chosen');
    page.room.back();
    expect(page.room.side).toBe('list');
  });

  test('of several people chosen within 300 milliseconds shows the first and the last', async () => {
    const { room } = page;
    room.open();
    await quiet();
    for (const uid of ['2', '3', '4']) room.selectUser(uid);
    expect(room.selected).toEqual({ kind: 'user', uid: '2' });
    await browser.pass(300);
    expect(room.selected).toEqual({ kind: 'user', uid: '4' });
  });

  test('forgets the company with the next person, and begins with the conversation', async () => {
    const { room } = page;
    room.open();
    room.selectUser('2', '77');
    room.showTab('77');
    expect([room.tab, room.header?.ccid]).toEqual(['77', '77']);
    await browser.pass(300);
    room.selectUser('3');
    expect([room.tab, room.header?.ccid, room.header?.uid]).toEqual(['chat', undefined, '3']);
    await quiet();
    expect(room.header?.header?.name).toBe('用户3');
    expect(room.dialog?.uid).toBe('3');
  });

  test('is as new when it was closed, and asks nothing any more', async () => {
    const { room } = page;
    server.write(PEER, '你好');
    const dialog = await page.enter();
    room.close();
    expect([room.listState, room.isReady, room.selected, room.list.users, dialog.messages]).toEqual([
      'init',
      false,
      undefined,
      [],
      [],
    ]);
    const before = server.api.calls.length;
    await browser.pass(60_000);
    expect(server.api.calls).toHaveLength(before);
  });

  test('leaves nothing of a person who signs out, drafts included', async () => {
    server.write(PEER, '你好');
    const dialog = await page.enter();
    dialog.keepDraft('还没写完');
    await browser.pass(500);
    browser.kept.set('jingtu.chat.draft.9.2', '别人的');
    page.room.stop();
    expect([page.room.isOpen, page.room.person]).toEqual([false, undefined]);
    expect([...browser.kept]).toEqual([['jingtu.chat.draft.9.2', '别人的']]);
    expect(browser.networkHearers.size).toBe(0);
    expect(browser.clock.waiting).toBe(0);
  });
});

describe('a draft', () => {
  test('is kept half a second after the last key, for each conversation, and gone when it is sent', async () => {
    server.write(PEER, '你好');
    const dialog = await page.enter();
    dialog.keepDraft('在');
    await browser.pass(499);
    dialog.keepDraft('在吗');
    await browser.pass(499);
    expect(browser.kept.size).toBe(0);
    await browser.pass(1);
    page.room.close();
    const again = await page.enter();
    expect(again.draft).toBe('在吗');
    again.send('在吗');
    expect(again.draft).toBe('');
    expect([...browser.kept.keys()]).toEqual(['jingtu.unsent.1']);
    await quiet();
    expect(browser.kept.size).toBe(0);
  });
});
