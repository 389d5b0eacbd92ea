// @vitest-environment node
import { beforeEach, describe, expect, test } from 'vitest';
import { type ChatMessage, sendMessage } from '#schemas/api/chat.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { Browser, ChatPage, quiet } from './chat-page.ts';
import { FakeServer, PEER, noReply } from './fake-server.ts';
import { DAY_MS } from '#shared/time/durations.ts';

let server: FakeServer;
let browser: Browser;
let page: ChatPage;

beforeEach(() => {
  server = new FakeServer();
  server.write(PEER, '你好');
  browser = new Browser();
  page = new ChatPage(browser, server.api);
});

const keysOf = () => page.dialog.messages.map(({ key }) => key);

describe('a message that is sent', () => {
  test('is shown at once as sending, under the key that it keeps when it is stored', async () => {
    const dialog = await page.enter();
    dialog.send('在吗');
    expect(page.shown).toEqual(['你好', '在吗 (sending)']);
    const keys = keysOf();
    await quiet();
    expect(page.shown).toEqual(['你好', '在吗']);
    expect(keysOf()).toEqual(keys);
  });

  test('says where it was written and what it is', async () => {
    const dialog = await page.enter();
    dialog.send('在吗');
    await quiet();
    expect(server.api.callsOf(sendMessage)).toEqual([
      { clientId: keysOf()[1], content: '在吗', type: 0, typeValue: '0', stats_refer: 'chat_room', seenSeq: 0 },
    ]);
  });

  test('is not sent when it is empty, and not when it is longer than a message may be', async () => {
    const dialog = await page.enter();
    expect(dialog.send('  \n')).toBe(false);
    expect(dialog.send('字'.repeat(2001))).toBe(false);
    expect(dialog.failure).toBe('消息最多2000个字');
    await quiet();
    expect(server.sent).toEqual([]);
  });

  test('waits its turn within a second of the one before, and the button knows', async () => {
    const dialog = await page.enter();
    dialog.send('一');
    dialog.send('二');
    dialog.send('三');
    await quiet();
    expect(dialog.canSend).toBe(false);
    expect(server.sent).toEqual(['一']);
    await browser.pass(999);
    expect(server.sent).toEqual(['一']);
    await browser.pass(1);
    expect(server.sent).toEqual(['一', '二']);
    expect(dialog.canSend).toBe(true);
    await browser.pass(1000);
    expect(page.shown).toEqual(['你好', '一', '二', '三']);
  });

  test('is tried again after 1, 2, 4, 8 and 15 seconds with the same id while the server does not answer', async () => {
    const dialog = await page.enter();
    server.answerSends(noReply);
    dialog.send('在吗');
    const tries = [];
    for (const pause of [0, 1, 2, 4, 8, 15, 15]) {
      await browser.pass(pause * 1000 - (pause ? 1 : 0));
      const before = server.sent.length;
      await browser.pass(pause ? 1 : 0);
      tries.push([before, server.sent.length]);
    }
    expect(tries).toEqual([[1, 1], ...[1, 2, 3, 4, 5, 6].map((count) => [count, count + 1])]);
    expect(new Set(server.api.callsOf(sendMessage).map((body) => (body as { clientId: string }).clientId)).size).toBe(
      1,
    );
    expect(page.shown).toEqual(['你好', '在吗 (unconfirmed)']);
  });

  test('is one bubble when the reply was lost after it was stored', async () => {
    const dialog = await page.enter();
    let isFirst = true;
    server.answerSends(() => {
      const come = isFirst ? 'storeAndLose' : 'store';
      isFirst = false;
      return come;
    });
    dialog.send('在吗');
    await browser.pass(2000);
    expect(server.sent).toHaveLength(2);
    expect(server.contents(PEER)).toEqual(['你好', '在吗']);
    expect(page.shown).toEqual(['你好', '在吗']);
  });

  test('is tried again when the server is busy, as late as it asks for', async () => {
    const dialog = await page.enter();
    let count = 0;
    server.answerSends(() => ((count += 1) === 1 ? refusal('TOO_MANY_REQUESTS', { retryAfter: 9 }) : 'store'));
    dialog.send('在吗');
    await browser.pass(8999);
    expect(page.shown).toEqual(['你好', '在吗 (sending)']);
    await browser.pass(1);
    expect(page.shown).toEqual(['你好', '在吗']);
  });

  test.each([
    ['CHAT_BLOCKED', true, '对方暂不接收您的消息'],
    ['CHAT_LIMITED', true, '对方回复前暂不能发送更多消息'],
    ['UNKNOWN_RECORD', false, '记录不存在或已删除'],
  ] as const)(
    'that is refused as %s is marked with the reason, and the rest goes on',
    async (name, warning, reason) => {
      const dialog = await page.enter();
      server.answerSends(({ content }) => (content === '一' ? refusal(name) : 'store'));
      dialog.send('一');
      dialog.send('二');
      await browser.pass(2000);
      expect(page.shown).toEqual(['你好', '二', '一 (failed)']);
      expect(dialog.messages.at(-1)).toMatchObject({ reason, warning });
      expect(server.sent).toEqual(['一', '二']);
    },
  );

  test('goes on when the person tries a refused one again, and is gone when they give it up', async () => {
    const dialog = await page.enter();
    let isBlocked = true;
    server.answerSends(() => (isBlocked ? refusal('CHAT_BLOCKED') : 'store'));
    dialog.send('一');
    dialog.send('二');
    await browser.pass(2000);
    expect(page.shown).toEqual(['你好', '一 (failed)', '二 (failed)']);
    isBlocked = false;
    const [, one, two] = keysOf();
    dialog.discard(two ?? '');
    dialog.retry(one ?? '');
    expect(page.shown).toEqual(['你好', '一 (sending)']);
    await browser.pass(1000);
    expect(page.shown).toEqual(['你好', '一']);
  });

  test('is unconfirmed after a day without an answer, and tried again when asked to', async () => {
    const dialog = await page.enter();
    server.answerSends(() => refusal('UNAVAILABLE'));
    dialog.send('在吗');
    await browser.pass(1000);
    expect(page.shown).toEqual(['你好', '在吗 (sending)']);
    await browser.leap(DAY_MS);
    const tries = server.sent.length;
    await browser.pass(60_000);
    expect(server.sent).toHaveLength(tries);
    expect(page.shown).toEqual(['你好', '在吗 (unconfirmed)']);
    server.answerSends(() => 'store');
    dialog.retry(keysOf()[1] ?? '');
    await browser.pass(1000);
    expect(page.shown).toEqual(['你好', '在吗']);
  });

  test('is unconfirmed while there is no network, and goes at once when it is back', async () => {
    const dialog = await page.enter();
    browser.goOnline(false);
    server.answerSends(() => (browser.isOnline ? 'store' : noReply()));
    dialog.send('在吗');
    expect(page.shown).toEqual(['你好', '在吗 (unconfirmed)']);
    await browser.pass(20_000);
    browser.goOnline(true);
    await quiet();
    expect(page.shown).toEqual(['你好', '在吗']);
  });

  test('that waits for a server that is away goes as soon as its stream is back', async () => {
    const dialog = await page.enter();
    server.answerSends(noReply);
    dialog.send('在吗');
    await browser.pass(20_000);
    expect(server.contents(PEER)).toEqual(['你好']);
    server.answerSends(() => 'store');
    page.push({ type: 'stream.opened' });
    await quiet();
    expect(server.contents(PEER)).toEqual(['你好', '在吗']);
    expect(page.shown).toEqual(['你好', '在吗']);
  });

  test('is tried no more once its echo has come', async () => {
    const dialog = await page.enter();
    server.answerSends(() => 'storeAndLose');
    dialog.send('在吗');
    await quiet();
    page.pushMessage(server, server.talk(PEER).messages[1] as ChatMessage);
    await browser.pass(20_000);
    expect(server.sent).toEqual(['在吗']);
    expect(page.shown).toEqual(['你好', '在吗']);
  });

  test('reports gently what the server has to say about it', async () => {
    const dialog = await page.enter();
    const store = server.sending;
    server.api.on(sendMessage, ({ params: { uid }, body }) => ({ ...store(uid, body), tip: '请使用交换手机号功能' }));
    dialog.send('138');
    await quiet();
    expect(dialog.tip).toBe('请使用交换手机号功能');
    dialog.dismissTip();
    expect(dialog.tip).toBeUndefined();
  });
});
