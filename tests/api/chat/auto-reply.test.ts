import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatSettings } from '#schemas/api/chat-settings.ts';
import type { PushedEvent } from '#schemas/api/events.ts';
import { UNANSWERED_LIMIT } from '#shared/policy/chat-limits.ts';
import { type ChatWorld, openChatWorld, type Writer } from '#tests/support/chat/chat-world.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

let world: ChatWorld;

beforeAll(async () => {
  world = await openChatWorld();
});
afterAll(() => world.close());

const PATH = '/mobi-investor/sixin/v3/autoReplyDisturbSetting';
const TEXT = '您好，近期在外出差，周五前回复。';

const read = async (who: Writer) => made(await who.send<ChatSettings>('GET', PATH));
const save = (who: Writer, change: Partial<ChatSettings>) => who.send<ChatSettings>('POST', PATH, change);
const unread = async (who: Writer) =>
  made(await who.send<{ total: number; chat: number }>('GET', '/api/rong/sixin/unread'));

/** Two of whom the second replies automatically. */
async function pair(): Promise<[Writer, Writer]> {
  const [left, right] = await world.pair();
  made(await save(right, { autoReply: true, autoReplyText: TEXT }));
  return [left, right];
}

describe('the settings of all conversations', () => {
  it('begin with nothing, and keep what is not changed', async () => {
    const me = await world.person();
    expect(await read(me)).toEqual({ autoReply: false, autoReplyText: '', disturb: false });
    expect(made(await save(me, { autoReply: true, autoReplyText: `  ${TEXT}\n` }))).toEqual({
      autoReply: true,
      autoReplyText: TEXT,
      disturb: false,
    });
    expect(made(await save(me, { disturb: true }))).toEqual({ autoReply: true, autoReplyText: TEXT, disturb: true });
    made(await save(me, { autoReply: false }));
    expect(await read(me)).toEqual({ autoReply: false, autoReplyText: TEXT, disturb: true });
  });

  it.each([
    ['nothing', ' '],
    ['more than 200 characters', '\u{1f600}'.repeat(201)],
    ['what no screen shows', '\u200b'],
    ['a phone number', '电话 138 0000 0000'],
    ['a WeChat id', '微信号：jingtu-test-1'],
  ])('refuse a text of %s at its field, and then nothing is kept', async (_what, autoReplyText) => {
    const me = await world.person();
    expect(await save(me, { autoReply: true, autoReplyText, disturb: true })).toMatchObject({
      status: 422,
      problems: [{ field: 'autoReplyText' }],
    });
    expect((await read(me)).disturb).toBe(false);
  });

  it('take 200 characters, each of two units, and cannot be switched on without any', async () => {
    const me = await world.person();
    expect(await save(me, { autoReply: true })).toMatchObject({ problems: [{ field: 'autoReplyText' }] });
    expect((await save(me, { autoReply: true, autoReplyText: '\u{1f600}'.repeat(200) })).code).toBe(0);
  });
});

describe('an automatic reply', () => {
  it('comes to a user who writes first, marked, in the transaction that opens the conversation', async () => {
    const [left, right] = await pair();
    const heard: [string, PushedEvent][] = [];
    const { bus } = world.test.services;
    const stops = [left, right].map(({ uid }) => bus.subscribe((event) => heard.push([uid, event]), uid));
    const { data } = await left.write(right, '您好，方便聊聊吗');
    for (const stop of stops) stop();
    expect(data).toMatchObject({ message: { seq: 1 }, rev: '1' });
    expect((await left.dialog(right)).list).toMatchObject([
      { seq: 1, sent: true, content: '您好，方便聊聊吗' },
      { seq: 2, sent: false, content: TEXT, type: 0, auto: true, uid: right.uid },
    ]);
    expect((await right.dialog(left)).list[1]).toMatchObject({ seq: 2, sent: true, auto: true });
    expect((await left.dialog(right)).list[0]).not.toHaveProperty('auto');
    // Each screen hears of both in their order, with nothing missing between.
    const toldTo = (who: Writer) => heard.filter(([uid]) => uid === who.uid).map(([, event]) => event);
    for (const who of [left, right])
      expect(toldTo(who)).toMatchObject([
        { rev: '1', message: { seq: 1 } },
        { rev: '2', message: { seq: 2, auto: true } },
      ]);
  });

  it('is unread by the writer and leaves what its sender has not read unread', async () => {
    const [left, right] = await pair();
    await left.say(right, '您好');
    expect((await left.list()).list).toMatchObject([{ unread: 1, lastSeq: 2 }]);
    expect((await right.list()).list).toMatchObject([{ unread: 1, readSeq: 0, sent: true }]);
    expect((await left.read(right, 2)).data.unread).toBe(0);
    expect((await right.read(left, 2)).data.unread).toBe(0);
  });

  it('is not talking: exchanges stay closed, and the limit before an answer counts on', async () => {
    const [left, right] = await pair();
    await left.say(right, '您好');
    const standing = `/api/rong/sixin/contactInfo?uid=${right.uid}`;
    expect((await left.send<{ bothTalked: boolean }>('GET', standing)).data.bothTalked).toBe(false);
    const request = { uid: right.uid, type: 'PHONE', clientId: randomUUID() };
    expect(await left.send('POST', '/api/rong/requestContact', request)).toMatchObject({ code: 105 });
    for (let count = 1; count < UNANSWERED_LIMIT; count += 1) await left.say(right, String(count));
    expect(await left.write(right, '还有')).toMatchObject({ code: 105, msg: '对方回复前暂不能发送更多消息' });
    await right.say(left, '您好');
    expect(await left.write(right, '还有')).toMatchObject({ code: 0 });
    expect((await left.send<{ bothTalked: boolean }>('GET', standing)).data.bothTalked).toBe(true);
  });

  it('comes once, however often and at once the first message is sent', async () => {
    const [left, right] = await pair();
    const clientId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => left.write(right, '您好', { clientId })));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(10);
    await left.write(right, '您好', { clientId });
    expect((await left.dialog(right)).list.map(({ auto = false }) => auto)).toEqual([false, true]);
    await left.say(right, '第二条');
    expect((await left.dialog(right)).total).toBe(3);
    const [other] = await world.pair();
    await Promise.all(Array.from({ length: 5 }, (_, count) => other.write(right, String(count))));
    expect((await other.dialog(right)).list.filter(({ auto }) => auto)).toHaveLength(1);
  });

  it('comes with nothing else: not to those whom one wrote to, not while it is off, not when the message is refused', async () => {
    const [left, right] = await pair();
    await right.say(left, '您好');
    await left.say(right, '您好');
    expect((await left.dialog(right)).list.some(({ auto }) => auto)).toBe(false);
    made(await save(right, { autoReply: false }));
    const [other] = await world.pair();
    await other.say(right, '您好');
    expect((await other.dialog(right)).total).toBe(1);
    made(await save(right, { autoReply: true }));
    const uncertified = await world.person([]);
    expect((await uncertified.write(right, '您好')).code).toBe(codeOf('FORBIDDEN'));
    expect((await right.list()).list.some(({ uid }) => uid === uncertified.uid)).toBe(false);
  });

  it('comes to no user who is blocked, and from no user who is gone', async () => {
    const [left, right] = await pair();
    await right.say(left, '您好');
    await right.block(left, 1);
    expect(await left.write(right, '您好')).toMatchObject({ code: 104 });
    expect((await left.dialog(right)).total).toBe(1);
    const { db } = world.test.services.database;
    for (const column of ['frozen_at', 'closed_at'] as const) {
      const [writer, gone] = await pair();
      await db
        .updateTable('account')
        .set({ [column]: world.now() })
        .where('id', '=', gone.uid)
        .execute();
      expect((await writer.write(gone, '您好')).code).toBe(codeOf('UNKNOWN_RECORD'));
      expect((await writer.list()).list).toEqual([]);
    }
  });

  it('leaves unread as a recount has it', async () => {
    const [left, right] = await pair();
    await left.say(right, '您好');
    await left.say(right, '在吗');
    await left.recall(right, 1);
    expect((await right.list()).list).toMatchObject([{ unread: 1 }]);
    expect((await left.list()).list).toMatchObject([{ unread: 1 }]);
  });
});

describe('quiet for all conversations', () => {
  it('takes new messages out of what the red dot counts, not out of the list, until it is taken back', async () => {
    const [left, right] = await world.pair();
    made(await save(right, { disturb: true }));
    await left.say(right, '您好');
    expect(await unread(right)).toMatchObject({ total: 0, chat: 0 });
    expect((await right.list()).list).toMatchObject([{ unread: 1, disturb: false }]);
    made(await save(right, { disturb: false }));
    expect(await unread(right)).toMatchObject({ total: 1, chat: 1 });
  });
});
