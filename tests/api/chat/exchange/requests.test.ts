import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PushedEvent } from '#schemas/api/events.ts';
import { DAILY_EXCHANGES } from '#shared/policy/chat-limits.ts';
import type { Contact } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import {
  answer,
  ask,
  contentOf,
  type ExchangeWorld,
  type Investor,
  openExchangeWorld,
  standing,
} from './exchange-world.ts';

let world: ExchangeWorld;
let founder: Contact;
let investor: Investor;

beforeAll(async () => {
  world = await openExchangeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setTime('2026-11-21T04:00:00Z');
  ({ founder, investor } = await world.talking());
});

describe('asking to exchange', () => {
  it('puts a request into the conversation that says what it is about and holds no value', async () => {
    const { message, exchangeId } = made(await ask(investor, founder, 'PHONE'));
    expect(message).toMatchObject({ type: 10, sent: true, uid: investor.uid, seq: 3 });
    expect(contentOf(message)).toEqual({
      exchangeId,
      kind: 'PHONE',
      state: 'pending',
      expiresAt: '2026-11-28T04:00:00.000Z',
    });
    expect(made(await ask(founder, investor, 'WEIXIN')).message.type).toBe(11);
    const pending = { exchangeId, kind: 'PHONE', expiresAt: '2026-11-28T04:00:00.000Z' };
    expect((await standing(investor, founder)).pending).toContainEqual({ ...pending, mine: true });
    expect((await standing(founder, investor)).pending).toContainEqual({ ...pending, mine: false });
  });

  it('is sent to both, each as he sees it', async () => {
    const heard: [string, PushedEvent][] = [];
    const stop = [investor, founder].map(({ uid }) =>
      world.test.services.bus.subscribe((event) => heard.push([uid, event]), uid),
    );
    const { message } = made(await ask(investor, founder, 'PHONE'));
    for (const end of stop) end();
    expect(heard).toMatchObject([
      [investor.uid, { type: 'chat.changed', uid: founder.uid, message }],
      [founder.uid, { type: 'chat.changed', uid: investor.uid, message: { sent: false, clientId: null, seq: 3 } }],
    ]);
  });

  it('is done once, however often the same request is sent', async () => {
    const clientId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(investor, founder, 'PHONE', clientId)));
    expect(new Set(answers.map((each) => JSON.stringify(made(each)))).size).toBe(1);
    expect((await ask(investor, founder, 'WEIXIN', clientId)).code).toBe(codeOf('CONFLICT'));
    expect((await standing(investor, founder)).pending).toHaveLength(1);
  });

  it('is open only once both have written, and says the same of people who are not there', async () => {
    const stranger = await world.founder();
    const refused = await ask(investor, stranger, 'PHONE');
    expect(refused).toMatchObject({ code: codeOf('CHAT_LIMITED'), msg: '双方互相回复后才能交换' });
    const nobody = await ask(investor, { ...stranger, uid: '999999999' }, 'PHONE');
    expect(nobody).toEqual(refused);
    expect(await ask(investor, investor, 'PHONE')).toEqual(refused);
    await world.say(investor, stranger);
    expect(await ask(investor, stranger, 'PHONE')).toEqual(refused);
    expect(await ask(stranger, investor, 'PHONE')).toEqual(refused);
    await world.say(stranger, investor);
    expect((await ask(investor, stranger, 'PHONE')).code).toBe(0);
  });

  it('is refused while either has blocked the other', async () => {
    await world.block(founder, investor);
    expect((await ask(investor, founder, 'PHONE')).code).toBe(codeOf('CHAT_BLOCKED'));
    expect(await ask(founder, investor, 'PHONE')).toMatchObject({
      code: codeOf('CHAT_BLOCKED'),
      msg: '您已屏蔽对方，解除屏蔽后才能交换',
    });
    await world.block(founder, investor, false);
    expect((await ask(investor, founder, 'PHONE')).code).toBe(0);
  });

  it('is refused where the other’s account is frozen', async () => {
    const { db } = world.test.services.database;
    await db.updateTable('account').set({ frozen_at: '2026-11-21T03:00:00Z' }).where('id', '=', founder.uid).execute();
    expect((await ask(investor, founder, 'PHONE')).code).toBe(codeOf('UNKNOWN_RECORD'));
  });

  it('waits once of a kind, no matter who asks first', async () => {
    const both = await Promise.all([ask(investor, founder, 'PHONE'), ask(founder, investor, 'PHONE')]);
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, codeOf('CONFLICT')]);
    expect(both.find(({ code }) => code !== 0)?.msg).toBe('对方已向您发起交换请求，请直接处理');
    const [asker, other] = both[0]?.code === 0 ? [investor, founder] : [founder, investor];
    expect((await ask(asker, other, 'PHONE')).msg).toBe('请求已发送，请等待对方处理');
    expect((await ask(asker, other, 'WEIXIN')).code).toBe(0);
  });

  it('needs something of one’s own to give', async () => {
    made(await investor.send('POST', '/api/rong/sixin/settings', { weixin: '' }));
    expect(await ask(investor, founder, 'WEIXIN')).toMatchObject({
      code: codeOf('INVALID_BODY'),
      msg: '请先在联系方式设置中填写微信号',
      problems: [{ field: 'weixin' }],
    });
    const plain = await world.person(['ORG_INVESTOR']);
    await world.say(plain, founder);
    await world.say(founder, plain);
    expect((await ask(plain, founder, 'PHONE')).problems).toMatchObject([{ field: 'phone' }]);
    expect((await standing(plain, founder)).pending).toEqual([]);
  });

  it('is over after its term, and may be made again', async () => {
    const first = made(await ask(investor, founder, 'PHONE'));
    world.setTime('2026-11-28T03:59:59Z');
    expect((await ask(investor, founder, 'PHONE')).code).toBe(codeOf('CONFLICT'));
    world.setTime('2026-11-28T04:00:00Z');
    expect((await standing(investor, founder)).pending).toEqual([]);
    const second = made(await ask(founder, investor, 'PHONE'));
    expect(second.exchangeId).not.toBe(first.exchangeId);
    const rows = await world.test.services.database.db
      .selectFrom('chat_exchange')
      .select(['id', 'state'])
      .where('requester_id', 'in', [investor.uid, founder.uid])
      .orderBy('created_at')
      .execute();
    expect(rows).toEqual([
      { id: first.exchangeId, state: 'expired' },
      { id: second.exchangeId, state: 'pending' },
    ]);
  });

  it('waits a day after a refusal, for the user who was refused', async () => {
    const { exchangeId } = made(await ask(investor, founder, 'PHONE'));
    made(await answer(founder, exchangeId, 0));
    expect(await ask(investor, founder, 'PHONE')).toMatchObject({
      code: codeOf('CHAT_LIMITED'),
      msg: '对方已婉拒，24 小时内不能再次申请',
    });
    expect((await ask(investor, founder, 'WEIXIN')).code).toBe(0);
    world.setTime('2026-11-22T04:00:00Z');
    expect((await ask(investor, founder, 'PHONE')).code).toBe(0);
    const { founder: other, investor: asker } = await world.talking();
    made(await answer(other, made(await ask(asker, other, 'PHONE')).exchangeId, 0));
    expect((await ask(other, asker, 'PHONE')).code).toBe(0);
  });

  it('is counted by the day of Asia/Shanghai, exactly, also by twenty at once', async () => {
    const { pool } = world.test.services.database;
    const use = (day: string, used: number) =>
      pool.query('update chat_user_state set day = $2, exchanged = $3 where user_id = $1', [investor.uid, day, used]);
    await use('2026-11-21', DAILY_EXCHANGES - 1);
    const others = await Promise.all(Array.from({ length: 4 }, () => world.founder()));
    for (const other of others) {
      await world.say(investor, other);
      await world.say(other, investor);
    }
    await use('2026-11-21', DAILY_EXCHANGES - 1);
    const answers = await Promise.all(
      others.flatMap((other) => [ask(investor, other, 'PHONE'), ask(investor, other, 'WEIXIN')]),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const refused = answers.find(({ code }) => code !== 0);
    expect(refused).toMatchObject({ code: codeOf('CHAT_LIMITED'), msg: '您今日发起的交换请求已达上限，请明日再试' });
    // In Shanghai the next day begins at 16:00 UTC.
    world.setTime('2026-11-21T16:00:00Z');
    expect((await ask(investor, founder, 'PHONE')).code).toBe(0);
  });

  it('for a plan is for those who do not deliver one, to those who have one', async () => {
    expect(await ask(investor, founder, 'BP')).toMatchObject({ code: codeOf('CONFLICT'), msg: '对方暂无可投递的BP' });
    await world.plan(founder);
    expect((await ask(founder, investor, 'BP')).code).toBe(codeOf('FORBIDDEN'));
    expect(made(await ask(investor, founder, 'BP')).message.type).toBe(12);
  });

  it('takes nothing that is not what it says', async () => {
    const body = { uid: founder.uid, type: 'EMAIL', clientId: randomUUID() };
    expect((await investor.send('POST', '/api/rong/requestContact', body)).status).toBe(422);
    const odd = '------------------------------------';
    expect((await answer(founder, odd, 1)).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect((await world.test.post('visitor', '/api/rong/requestContact', body)).status).toBe(401);
  });
});
