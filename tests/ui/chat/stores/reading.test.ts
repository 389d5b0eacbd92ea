// @vitest-environment node
import { beforeEach, describe, expect, test } from 'vitest';
import { readInmail, recallMessage, sendMessage } from '#schemas/api/chat.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { Browser, ChatPage, quiet } from './chat-page.ts';
import { FakeServer, PEER } from './fake-server.ts';

let server: FakeServer;
let browser: Browser;
let page: ChatPage;

beforeEach(() => {
  server = new FakeServer();
  server.write(PEER, '你好');
  browser = new Browser();
  page = new ChatPage(browser, server.api);
});

const hint = () => page.push({ type: 'chat.changed', rev: String(server.rev) });

describe('what was read', () => {
  const marks = () => server.api.callsOf(readInmail).map((body) => (body as { seq: number }).seq);

  test('is sent once a second at most, and at once when the room is closed', async () => {
    server.writeMany(PEER, 9);
    const dialog = await page.enter();
    for (const seq of [3, 4, 5]) dialog.seen(seq);
    await quiet();
    expect(marks()).toEqual([3]);
    await browser.pass(1000);
    expect(marks()).toEqual([3, 5]);
    dialog.seen(7);
    expect(marks()).toEqual([3, 5]);
    page.room.close();
    expect(marks()).toEqual([3, 5, 7]);
  });

  test('is not what a hidden page shows, nor what a closed room showed', async () => {
    const dialog = await page.enter();
    browser.isVisible = false;
    dialog.seen(1);
    browser.isVisible = true;
    page.room.close();
    dialog.seen(1);
    await browser.pass(2000);
    expect(marks()).toEqual([]);
  });

  test('is not what arrives while one writes: that stays unread', async () => {
    const dialog = await page.enter();
    dialog.seen(1);
    await quiet();
    server.write(PEER, '还在吗');
    dialog.send('在');
    await quiet();
    expect(server.api.callsOf(sendMessage)).toMatchObject([{ seenSeq: 1 }]);
    expect(server.unread(PEER)).toBe(1);
    expect(page.shown).toEqual(['你好', '还在吗', '在']);
  });

  test('is sent again when the mark did not arrive', async () => {
    const dialog = await page.enter();
    server.api.on(readInmail, () => {
      throw refusal('UNAVAILABLE');
    });
    dialog.seen(1);
    await browser.pass(10_000);
    expect(marks().length).toBeGreaterThan(1);
  });

  test('shows on one’s own messages once the other has read them', async () => {
    const dialog = await page.enter();
    dialog.send('在吗');
    await quiet();
    expect(dialog.messages[1]?.state).toBe('sent');
    server.peerReads(PEER, 2);
    hint();
    await quiet();
    expect(dialog.messages[1]?.state).toBe('read');
  });
});

describe('new messages below', () => {
  test('are counted while the person is not at the bottom', async () => {
    const dialog = await page.enter();
    dialog.atBottom(false);
    for (const text of ['一', '二']) page.pushMessage(server, server.write(PEER, text));
    await quiet();
    expect(dialog.newCount).toBe(2);
    dialog.atBottom(true);
    expect(dialog.newCount).toBe(0);
  });
});

describe('a message that is taken back', () => {
  test('is shown so, and a refusal is described in words', async () => {
    const dialog = await page.enter();
    dialog.send('说错了');
    await quiet();
    await dialog.recall('2');
    expect(dialog.messages[1]?.beBack).toBe(true);
    server.api.on(recallMessage, () => {
      throw refusal('CONFLICT');
    });
    await dialog.recall('2');
    expect(dialog.failure).toBe('记录已被他人修改，请刷新后再试');
  });
});

describe('memory', () => {
  test('holds 600 messages of a conversation at most, and comes back to the latest ones', async () => {
    server.writeMany(PEER, 999);
    const dialog = await page.enter();
    dialog.atBottom(false);
    for (let turn = 0; turn < 40; turn += 1) await dialog.loadOlder();
    expect(dialog.messages).toHaveLength(600);
    expect([dialog.messages[0]?.message?.seq, dialog.hasOlder, dialog.hasNewer]).toEqual([1, false, true]);
    page.pushMessage(server, server.write(PEER, '新的'));
    await quiet();
    expect(dialog.messages.at(-1)?.message?.seq).toBe(600);
    expect(dialog.newCount).toBe(1);
    await dialog.showLatest();
    expect(dialog.messages.at(-1)?.content).toBe('新的');
    expect(dialog.hasNewer).toBe(false);
  });

  test('of newer messages goes on page by page where the person scrolls down', async () => {
    server.writeMany(PEER, 999);
    const dialog = await page.enter();
    dialog.atBottom(false);
    for (let turn = 0; turn < 40; turn += 1) await dialog.loadOlder();
    for (let turn = 0; turn < 10 && dialog.hasNewer; turn += 1) {
      dialog.atBottom(true);
      await quiet();
      dialog.atBottom(false);
    }
    const seqs = dialog.messages.map(({ message }) => message?.seq);
    expect(seqs).toEqual(Array.from({ length: 600 }, (_, at) => at + 401));
  });

  test('shows one’s own message at the end even when older ones were on screen', async () => {
    server.writeMany(PEER, 999);
    const dialog = await page.enter();
    dialog.atBottom(false);
    for (let turn = 0; turn < 40; turn += 1) await dialog.loadOlder();
    dialog.send('在吗');
    await quiet();
    expect(page.shown.slice(-2)).toEqual(['第1000条', '在吗']);
  });

  test('holds twenty conversations at most', async () => {
    for (let uid = 100; uid < 130; uid += 1) server.write(String(uid), '你好');
    await page.enter('100');
    const first = page.dialog;
    for (let uid = 101; uid < 130; uid += 1) {
      page.room.selectUser(String(uid));
      await browser.pass(300);
    }
    expect(page.room.person?.dialogs.all).toHaveLength(20);
    expect(first.messages).toEqual([]);
  });
});
