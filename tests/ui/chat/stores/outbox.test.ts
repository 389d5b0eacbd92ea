// @vitest-environment node
import { beforeEach, describe, expect, test } from 'vitest';
import { MESSAGE_TYPES } from '#schemas/api/chat.ts';
import { signUpload } from '#schemas/api/uploads.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { Browser, ChatPage, quiet } from './chat-page.ts';
import { FakeServer, ME, PEER, noReply } from './fake-server.ts';

let server: FakeServer;
let browser: Browser;
let page: ChatPage;

beforeEach(() => {
  server = new FakeServer();
  server.write(PEER, '你好');
  browser = new Browser();
  page = new ChatPage(browser, server.api);
});

describe('what waits to be sent', () => {
  test('survives a reload in its order', async () => {
    const dialog = await page.enter();
    server.answerSends(noReply);
    for (const text of ['一', '二', '三']) dialog.send(text);
    await quiet();
    page.leave();
    server.answerSends(() => 'store');
    page = new ChatPage(browser, server.api);
    await page.enter();
    await browser.pass(3000);
    expect(server.contents(PEER)).toEqual(['你好', '一', '二', '三']);
    expect(page.shown).toEqual(['你好', '一', '二', '三']);
  });

  test('is never seen by another account of the same browser, and is there when the first one is back', async () => {
    const dialog = await page.enter();
    server.answerSends(noReply);
    dialog.send('在吗');
    await quiet();
    page.room.stop();
    server.answerSends(() => 'store');
    page.room.start('9');
    page.room.open({ kind: 'user', uid: PEER });
    await browser.pass(20_000);
    expect(page.shown).toEqual(['你好']);
    page.room.stop();
    page.room.start(ME);
    await browser.pass(1000);
    expect(server.contents(PEER)).toEqual(['你好', '在吗']);
  });

  test('is sent by one tab alone, and each tab shows it', async () => {
    const other = new ChatPage(browser, server.api);
    await page.enter();
    await other.enter();
    other.dialog.send('甲');
    await quiet();
    page.dialog.send('乙');
    await browser.pass(3000);
    expect(server.sent).toEqual(['甲', '乙']);
    expect(page.shown).toEqual(['你好', '甲', '乙']);
    expect(other.shown).toEqual(['你好', '甲', '乙']);
  });

  test('is sent by another tab when the one that sent is closed', async () => {
    const other = new ChatPage(browser, server.api);
    await page.enter();
    await other.enter();
    server.answerSends(noReply);
    page.dialog.send('甲');
    await quiet();
    expect(other.shown).toEqual(['你好', '甲 (unconfirmed)']);
    server.answerSends(() => 'store');
    page.leave();
    await browser.pass(15_000);
    expect(other.shown).toEqual(['你好', '甲']);
    expect(server.contents(PEER)).toEqual(['你好', '甲']);
  });

  test('is sent all the same where the browser keeps nothing', async () => {
    browser.hasDatabase = false;
    page = new ChatPage(browser, server.api);
    const dialog = await page.enter();
    dialog.send('在吗');
    await quiet();
    expect(page.shown).toEqual(['你好', '在吗']);
  });
});

describe('a picture', () => {
  const picture = new File(['abc'], 'a.png', { type: 'image/png' });

  beforeEach(() => {
    server.api.on(signUpload, () => ({ signature: 's', policy: 'p', server: '/upload', isHosted: false }));
  });

  test.each([
    [new File(['a'], 'a.pdf', { type: 'application/pdf' }), '上传格式错误！'],
    [new File(['a'], 'a.svg', { type: 'image/svg+xml' }), '上传格式不正确'],
    [{ name: 'a.png', type: 'image/png', size: 5 * 1024 * 1024 + 1 } as File, '上传大小超出限制！'],
  ])('that may not be sent is marked so and goes nowhere', async (file, words) => {
    const dialog = await page.enter();
    expect(dialog.sendPicture(file)).toBe(false);
    expect(dialog.failure).toBe(words);
    expect(page.shown).toEqual(['你好']);
  });

  test('goes to the private bucket with its size, and keeps its place before a text that follows', async () => {
    const dialog = await page.enter();
    let uploaded: (url: string) => void = () => undefined;
    page.upload = () => new Promise((resolve) => (uploaded = resolve));
    dialog.sendPicture(picture);
    dialog.send('这是截图');
    await browser.pass(5000);
    expect(server.sent).toEqual([]);
    uploaded('/files/private/a.png');
    await browser.pass(5000);
    const [{ param }] = server.api.callsOf(signUpload) as [{ param: string }];
    expect(JSON.parse(param)).toMatchObject({ bucket: 'private' });
    const content = { url: '/files/private/a.png', sourceUrl: '/files/private/a.png', width: 40, height: 30 };
    expect(server.sent.map((text) => (text.startsWith('{') ? JSON.parse(text) : text))).toEqual([content, '这是截图']);
    expect(server.talk(PEER).messages[1]?.type).toBe(MESSAGE_TYPES.picture);
  });

  test('is shown from this browser before and after it is stored, until the room is closed', async () => {
    const dialog = await page.enter();
    dialog.sendPicture(picture);
    const urlOf = () => (JSON.parse(dialog.messages[1]?.content ?? '{}') as { url: string }).url;
    const local = urlOf();
    expect(local).toMatch(/^blob:/);
    await browser.pass(2000);
    expect(dialog.messages[1]?.state).toBe('sent');
    expect(urlOf()).toBe(local);
    page.room.close();
    expect(browser.previews.size).toBe(0);
  });

  test('whose upload fails is marked with the reason, and can be tried again', async () => {
    const dialog = await page.enter();
    page.upload = async () => {
      throw refusal('INVALID_BODY');
    };
    dialog.sendPicture(picture);
    await browser.pass(2000);
    expect(dialog.messages[1]).toMatchObject({ state: 'failed', reason: '提交的内容有误', warning: false });
    page.upload = async () => '/files/private/b.png';
    dialog.retry(dialog.messages[1]?.key ?? '');
    await browser.pass(2000);
    expect(dialog.messages[1]?.state).toBe('sent');
  });

  test('that could not go survives a reload, and goes in its place', async () => {
    const dialog = await page.enter();
    browser.goOnline(false);
    page.upload = async () => {
      throw noReply();
    };
    server.answerSends(noReply);
    dialog.sendPicture(picture);
    dialog.send('这是截图');
    await quiet();
    expect(dialog.messages.map(({ state }) => state)).toEqual(['sent', 'unconfirmed', 'unconfirmed']);
    page.leave();
    browser.goOnline(true);
    server.answerSends(() => 'store');
    page = new ChatPage(browser, server.api);
    await page.enter();
    await browser.pass(5000);
    expect(server.talk(PEER).messages.map(({ type }) => type)).toEqual([0, MESSAGE_TYPES.picture, 0]);
    expect(await page.uploads[0]?.text()).toBe('abc');
  });
});
