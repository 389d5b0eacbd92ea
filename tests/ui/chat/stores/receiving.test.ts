// @vitest-environment node
import { beforeEach, describe, expect, test } from 'vitest';
import { type ChatMessage, readDialog, sendMessage, syncChat } from '#schemas/api/chat.ts';
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
const fetches = () => server.api.callsOf(readDialog).length;
const lastOf = (): ChatMessage => server.talk(PEER).messages.at(-1) as ChatMessage;

/** Sends a text whose reply waits until the returned function is called. */
async function sendHeld(text: string): Promise<() => void> {
  const dialog = await page.enter();
  let release: () => void = () => undefined;
  const store = server.sending;
  server.api.on(sendMessage, async ({ params: { uid }, body }) => {
    const reply = store(uid, body);
    await new Promise<void>((resolve) => (release = resolve));
    return reply;
  });
  dialog.send(text);
  await quiet();
  return () => release();
}

describe('one message is one bubble', () => {
  test('when its echo comes before the reply', async () => {
    const release = await sendHeld('在吗');
    const before = page.dialog.messages[1]?.key;
    page.pushMessage(server, lastOf());
    expect(page.shown).toEqual(['你好', '在吗']);
    release();
    await quiet();
    expect(page.shown).toEqual(['你好', '在吗']);
    expect(page.dialog.messages[1]?.key).toBe(before);
  });

  test('when the reply comes before its echo', async () => {
    const release = await sendHeld('在吗');
    release();
    await quiet();
    page.pushMessage(server, lastOf());
    await quiet();
    expect(page.shown).toEqual(['你好', '在吗']);
  });

  test('when the other wrote before it and the hint on that was lost', async () => {
    const dialog = await page.enter();
    server.write(PEER, '先到');
    dialog.send('在吗');
    await quiet();
    expect(page.shown).toEqual(['你好', '先到', '在吗']);
  });
});

describe('a message that is pushed', () => {
  test('is shown without a call where nothing is missing before it', async () => {
    await page.enter();
    const before = fetches();
    page.pushMessage(server, server.write(PEER, '在吗'));
    expect(page.shown).toEqual(['你好', '在吗']);
    await quiet();
    expect(fetches()).toBe(before);
  });

  test('is fetched with what is missing before it', async () => {
    await page.enter();
    server.write(PEER, '一');
    page.pushMessage(server, server.write(PEER, '二'));
    expect(page.shown).toEqual(['你好']);
    await quiet();
    expect(page.shown).toEqual(['你好', '一', '二']);
  });

  test('is not taken when something else on the list changed before it', async () => {
    await page.enter();
    server.recall(PEER, 1);
    page.pushMessage(server, server.write(PEER, '二'));
    expect(page.shown).toEqual(['你好']);
    await quiet();
    expect(page.dialog.messages.map(({ content, beBack }) => [content, beBack])).toEqual([
      ['', true],
      ['二', false],
    ]);
  });
});

describe('catching up', () => {
  test('happens every 5 seconds while no hints come, and every 30 while they do', async () => {
    await page.enter();
    const syncs = () => server.api.callsOf(syncChat).length;
    await browser.pass(15_000);
    expect(syncs()).toBe(3);
    page.push({ type: 'stream.opened' });
    await quiet();
    expect(syncs()).toBe(4);
    await browser.pass(29_000);
    expect(syncs()).toBe(4);
    await browser.pass(1_000);
    expect(syncs()).toBe(5);
    // No hint announced this one: the stream is not what it was.
    server.write(PEER, '在吗');
    await browser.pass(30_000);
    expect(syncs()).toBe(6);
    await browser.pass(10_000);
    expect(syncs()).toBe(8);
    expect(page.shown).toEqual(['你好', '在吗']);
  });

  test('never happens twice at once, and once more when it is asked for meanwhile', async () => {
    await page.enter();
    let running = 0;
    let most = 0;
    let calls = 0;
    server.api.on(syncChat, async ({ query: { since } }) => {
      calls += 1;
      most = Math.max(most, (running += 1));
      await quiet();
      running -= 1;
      return { rev: since, list: [], hasMore: false };
    });
    for (let turn = 0; turn < 5; turn += 1) hint();
    for (let turn = 0; turn < 5; turn += 1) await quiet();
    expect([most, calls]).toEqual([1, 2]);
  });

  test('after a long absence shows the latest page, and older ones are loaded as ever', async () => {
    const dialog = await page.enter();
    server.writeMany(PEER, 5000);
    hint();
    await quiet();
    expect(dialog.messages.at(-1)?.content).toBe('第5001条');
    expect(dialog.messages.length).toBeLessThan(100);
    const before = dialog.messages.length;
    await dialog.loadOlder();
    expect(dialog.messages.length).toBeGreaterThan(before);
    expect(dialog.hasOlder).toBe(true);
    expect(fetches()).toBeLessThan(6);
  });

  test('fetches several hundred missing messages without a gap', async () => {
    const dialog = await page.enter();
    server.writeMany(PEER, 350);
    hint();
    await quiet();
    expect(dialog.messages.map(({ message }) => message?.seq)).toEqual(Array.from({ length: 351 }, (_, at) => at + 1));
  });

  test('reports a message that was recalled, whatever its age', async () => {
    server.writeMany(PEER, 40);
    const dialog = await page.enter();
    server.recall(PEER, 20);
    hint();
    await quiet();
    expect(dialog.messages.find(({ message }) => message?.seq === 20)?.beBack).toBe(true);
  });

  test('never undoes what a later answer said', async () => {
    const dialog = await page.enter();
    const old = server.dialog(PEER, {});
    server.recall(PEER, 1);
    hint();
    await quiet();
    dialog.receive(old);
    expect(dialog.messages[0]?.beBack).toBe(true);
  });

  test('goes on by the next look when an answer was lost', async () => {
    await page.enter();
    const answer = ({ params: { uid }, query }: { params: { uid: string }; query: object }) =>
      server.dialog(uid, query);
    server.api.on(readDialog, () => {
      throw refusal('UNAVAILABLE');
    });
    server.write(PEER, '在吗');
    hint();
    await quiet();
    expect(page.shown).toEqual(['你好']);
    server.api.on(readDialog, answer);
    await browser.pass(30_000);
    expect(page.shown).toEqual(['你好', '在吗']);
  });
});
