import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '#tests/support/app/test-app.ts';
import { type ChatWorld, openChatWorld } from '#tests/support/chat/chat-world.ts';
import { DAY_MS } from '#shared/time/durations.ts';

let world: ChatWorld;

beforeAll(async () => {
  world = await openChatWorld();
});
afterAll(() => world.close());

describe('a message', () => {
  it('reaches the other as it was typed, and each sees whose it is', async () => {
    const [left, right] = await world.pair();
    const text =
      '  您好，\n想聊聊项目 <script>alert(1)</script> &amp; "quoted" \u{1f468}\u200d\u{1f469}\u200d\u{1f467} ';
    const clientId = randomUUID();
    const { data } = await left.write(right, text, { clientId });
    const common = { id: '1', seq: 1, type: 0, content: text, uid: left.uid, beBack: false };
    const timeStamp = world.now().toISOString();
    expect(data).toEqual({
      message: { ...common, timeStamp, sent: true, clientId },
      duplicate: false,
      rev: '1',
      tip: null,
    });
    const { list, ...head } = await right.dialog(left);
    expect(list).toEqual([{ ...common, timeStamp, sent: false, clientId: null }]);
    expect(head).toEqual({ changed: [], total: 1, changeRev: 0, readSeq: 0, peerReadSeq: 0 });
  });

  it.each([
    ['nothing', ''],
    ['spaces alone', ' \u3000\n\t '],
    ['signs that no screen shows', '\u200b\u200d\u2060\ufeff\u3164'],
    ['a control character', '您好\u0007'],
    ['half of a character', '\ud83d'],
    ['2,001 characters', '字'.repeat(2001)],
  ])('is refused when it is %s', async (_, content) => {
    const [left, right] = await world.pair();
    const { code, msg } = await left.write(right, content);
    expect(code).toBe(codeOf('INVALID_BODY'));
    expect(msg).toMatch(/\p{Script=Han}/u);
    expect((await right.list()).list).toEqual([]);
  });

  it('may have 2,000 characters, each of two units', async () => {
    const [left, right] = await world.pair();
    const text = '\u{1f600}'.repeat(2000);
    await left.say(right, text);
    expect((await right.dialog(left)).list[0]?.content).toBe(text);
  });

  it('goes to no user who is not there, has left, or is oneself', async () => {
    const [left, right] = await world.pair();
    const gone = await world.person();
    const { db } = world.test.services.database;
    await db.updateTable('account').set({ closed_at: world.now() }).where('id', '=', gone.uid).execute();
    expect(await left.write(gone, '您好')).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
    expect(await left.write({ uid: '999999999' }, '您好')).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
    expect(await left.write(left, '您好')).toMatchObject({ code: codeOf('INVALID_BODY') });
    await left.say(right, '您好');
    await db.updateTable('account').set({ frozen_at: world.now() }).where('id', '=', right.uid).execute();
    expect(await left.write(right, '您还在吗')).toMatchObject({
      code: codeOf('UNKNOWN_RECORD'),
      msg: '对方账号已注销或无法接收消息',
    });
    expect((await left.dialog(right)).total).toBe(1);
  });

  it('with a number in it goes all the same, with a gentle word until both have written', async () => {
    const [left, right] = await world.pair();
    const tip = '为保护双方隐私，建议互相回复后使用“交换手机号/交换微信”';
    expect((await left.write(right, '我的电话 138 0000 0000')).data).toMatchObject({ tip, duplicate: false });
    expect((await left.write(right, '本轮融资3000万元')).data.tip).toBeNull();
    await right.say(left, '收到');
    expect((await left.write(right, '我的电话 138 0000 0000')).data.tip).toBeNull();
    expect((await right.dialog(left)).total).toBe(4);
  });
});

describe('the same message sent again', () => {
  it('ten times at once is one message', async () => {
    const [left, right] = await world.pair();
    const clientId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => left.write(right, '您好', { clientId })));
    expect(answers.map(({ code }) => code)).toEqual(Array(10).fill(0));
    expect(new Set(answers.map(({ data }) => data.message.seq))).toEqual(new Set([1]));
    expect(answers.filter(({ data }) => !data.duplicate)).toHaveLength(1);
    expect(await right.dialog(left)).toMatchObject({ total: 1, list: [{ content: '您好' }] });
    expect((await right.list()).list).toMatchObject([{ unread: 1 }]);
  });

  it('half a minute, and half a year, later is the same message', async () => {
    const [left, right] = await world.pair();
    const clientId = randomUUID();
    const first = await left.say(right, '您好', { clientId });
    await right.say(left, '您也好');
    for (const later of [31_000, 15 * DAY_MS]) {
      world.wait(later);
      const { data } = await left.write(right, '您好', { clientId });
      expect(data).toEqual({ message: first, duplicate: true, rev: null, tip: null });
    }
    expect((await left.dialog(right)).total).toBe(2);
  });

  it('to another process is the same message', async () => {
    const [left, right] = await world.pair();
    const there = (await world.other()).as(left);
    const clientId = randomUUID();
    const both = [left, there, left, there, left, there];
    const answers = await Promise.all(both.map((sender) => sender.write(right, '您好', { clientId })));
    expect(answers.map(({ code, data }) => [code, data.message.seq])).toEqual(Array(6).fill([0, 1]));
    expect(answers.filter(({ data }) => !data.duplicate)).toHaveLength(1);
    expect((await there.write(right, '您好', { clientId })).data).toMatchObject({ duplicate: true });
    expect((await right.dialog(left)).list).toHaveLength(1);
  });

  it('with another content or type is refused, and nothing is stored', async () => {
    const [left, right] = await world.pair();
    const clientId = randomUUID();
    await left.say(right, '您好', { clientId });
    expect(await left.write(right, '您坏', { clientId })).toMatchObject({ status: 409, code: codeOf('CONFLICT') });
    expect((await right.dialog(left)).list).toMatchObject([{ content: '您好' }]);
  });

  it('is known as taken back when it was', async () => {
    const [left, right] = await world.pair();
    const clientId = randomUUID();
    const { seq } = await left.say(right, '您好', { clientId });
    await left.recall(right, seq);
    const { data } = await left.write(right, '您好', { clientId });
    expect(data).toMatchObject({ duplicate: true, message: { beBack: true, content: '' } });
  });

  it('by the other is a message of his own', async () => {
    const [left, right] = await world.pair();
    const clientId = randomUUID();
    await left.say(right, '您好', { clientId });
    expect(await right.say(left, '您好', { clientId })).toMatchObject({ seq: 2, uid: right.uid });
  });
});

describe('twenty senders at once', () => {
  it('leave numbers without gaps, in one order for both, and an exact count of what is unread', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '开始');
    await right.say(left, '开始');
    const there = await world.other();
    const senders = [left, right, there.as(left), there.as(right)];
    await Promise.all(
      Array.from({ length: 20 }, async (_, sender) => {
        const from = senders[sender % 4] ?? left;
        for (let count = 0; count < 5; count += 1)
          await from.say(from.uid === left.uid ? right : left, `${sender}-${count}`);
      }),
    );
    const mine = (await left.dialog(right, 'pageSize=100&flip_type=0&lastId=2')).list;
    const theirs = (await right.dialog(left, 'pageSize=100&flip_type=0&lastId=2')).list;
    expect(mine.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, index) => index + 3));
    expect(theirs.map(({ content }) => content)).toEqual(mine.map(({ content }) => content));
    for (let sender = 0; sender < 20; sender += 1) {
      const own = mine.map(({ content }) => content).filter((content) => content.startsWith(`${sender}-`));
      expect(own).toEqual(Array.from({ length: 5 }, (_, count) => `${sender}-${count}`));
    }
    expect((await left.list()).list).toMatchObject([{ unread: 51, lastSeq: 102 }]);
    expect((await right.list()).list).toMatchObject([{ unread: 51, lastSeq: 102 }]);
  });

  it('who write to each other for the first time share one conversation', async () => {
    const there = await world.other();
    for (let round = 0; round < 8; round += 1) {
      const [left, right] = [await world.person(), await world.person()];
      const answers = await Promise.all([
        left.write(right, '一'),
        right.write(left, '二'),
        there.as(left).write(right, '三'),
        there.as(right).write(left, '四'),
      ]);
      expect(answers.map(({ msg }) => msg)).toEqual(Array(4).fill(''));
      expect(answers.map(({ data }) => data.message.seq).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
      expect((await left.list()).list).toHaveLength(1);
      expect((await right.dialog(left)).total).toBe(4);
    }
  });
});

describe('a database that fails to store a message', () => {
  it('leaves the other with nothing, the sender with a failure, and a retry that works', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '您好');
    const { rev } = await right.list();
    const { pool } = world.test.services.database;
    const heard: unknown[] = [];
    const stop = world.test.services.bus.subscribe((event) => heard.push(event), right.uid);
    await pool.query(`alter table chat_message add constraint broken check (body <> '坏') not valid`);
    const clientId = randomUUID();
    const answer = await left.write(right, '坏', { clientId });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(heard).toEqual([]);
    expect(await right.sync(rev)).toEqual({ rev, list: [], hasMore: false });
    expect((await right.dialog(left)).total).toBe(1);
    await pool.query('alter table chat_message drop constraint broken');
    expect(await left.say(right, '坏', { clientId })).toMatchObject({ seq: 2 });
    expect(heard).toHaveLength(1);
    stop();
  });
});
