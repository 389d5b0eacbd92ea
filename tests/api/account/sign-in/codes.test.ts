import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { handTrail } from '#tests/support/account/drags.ts';
import { openPassportWorld, type PassportWorld, SEND, SIGN_IN } from '#tests/support/account/passport.ts';
import { KNOWN_PROOF, SentCodes } from '#tests/support/account/sent-codes.ts';
import { codeOf, TEST_PASSWORD } from '#tests/support/app/test-app.ts';
import { DAY_MS, DAY_SECONDS } from '#shared/time/durations.ts';
import { shanghaiDay, startOfShanghaiDay } from '#shared/time/shanghai.ts';

let world: PassportWorld;
let next = 100;
/** A number that no test has used. */
const number = (): string => `19900000${(next += 1)}`;
let addresses = 0;
/** An address that no test has used. */
const address = (): string => `198.51.${Math.floor((addresses += 1) / 200)}.${addresses % 200}`;

beforeAll(async () => {
  world = await openPassportWorld();
});
afterAll(() => world.close());

const signIn = (phone: string, verifyCode: string) => world.post(SIGN_IN, { type: 'sms', phone, verifyCode });
const ask = (phone: string, type = 'login', more = {}) => world.ask(phone, type, more, { address: address() });
const codeFor = async (phone: string, type = 'login'): Promise<string> => {
  expect((await ask(phone, type)).code).toBe(0);
  return world.test.sent.codeTo(`+86${phone}`);
};
const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const signInAs = async (username: string) => (await world.post(SIGN_IN, { username, password: TEST_PASSWORD })).cookie;

describe('a code', () => {
  it('is six digits, good for five minutes, and may be asked for again after one', async () => {
    const phone = number();
    const reply = await ask(phone);
    expect(reply).toMatchObject({ status: 200, code: 0, data: { resendAfter: 60, expiresIn: 300 } });
    expect(await world.test.sent.codeTo(`+86${phone}`)).toMatch(/^\d{6}$/);
    expect(world.test.sent.sms.at(-1)).toMatchObject({ purpose: 'login', minutes: 5 });
  });

  it('is kept as a keyed hash alone, and its number nowhere', async () => {
    const phone = number();
    const code = await codeFor(phone);
    const { rows } = await world.test.services.database.pool.query<{ line: string }>(
      'select sms_code::text as line from sms_code union all select attempt::text from attempt',
    );
    const kept = rows.map(({ line }) => line).join('\n');
    expect(kept).not.toContain(phone);
    expect(kept.split(/[^0-9]+/)).not.toContain(code);
  });

  it('opens once', async () => {
    const phone = number();
    const code = await codeFor(phone);
    expect((await signIn(phone, code)).code).toBe(0);
    expect(await signIn(phone, code)).toMatchObject({
      status: 422,
      code: codeOf('VERIFY_CODE_WRONG'),
      msg: '验证码错误或已过期',
    });
  });

  it('opens once of twenty right tries at the same time', async () => {
    const phone = number();
    const code = await codeFor(phone);
    const replies = await Promise.all(Array.from({ length: 20 }, () => signIn(phone, code)));
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1);
  });

  it('is dead after five wrong tries, the right one included', async () => {
    const phone = number();
    const code = await codeFor(phone);
    for (let round = 0; round < 5; round += 1) {
      expect(await signIn(phone, wrongOf(code))).toMatchObject({ code: codeOf('VERIFY_CODE_WRONG') });
    }
    expect(await signIn(phone, code)).toMatchObject({ code: codeOf('VERIFY_CODE_WRONG') });
  });

  it('is judged five times at most, even of twenty wrong tries at once', async () => {
    const phone = number();
    const code = await codeFor(phone);
    await Promise.all(Array.from({ length: 20 }, () => signIn(phone, wrongOf(code))));
    const { db, vault } = world.test.services.database;
    const { tries } = await db
      .selectFrom('sms_code')
      .select('tries')
      .where('phone_index', '=', vault.index(`+86${phone}`, 'phone'))
      .executeTakeFirstOrThrow();
    expect(tries).toBe(5);
    expect(await signIn(phone, code)).toMatchObject({ code: codeOf('VERIFY_CODE_WRONG') });
  });

  it('is over after five minutes', async () => {
    const phone = number();
    const code = await codeFor(phone);
    world.pass(301);
    expect(await signIn(phone, code)).toMatchObject({ code: codeOf('VERIFY_CODE_WRONG') });
  });

  it('is killed by a newer one', async () => {
    const phone = number();
    const older = await codeFor(phone);
    world.pass(61);
    const newer = await codeFor(phone);
    // One time in a million chance draws the same.
    expect((await signIn(phone, older)).code).toBe(older === newer ? 0 : codeOf('VERIFY_CODE_WRONG'));
    expect((await signIn(phone, newer)).code).toBe(0);
  });

  it('of one number or purpose is worth nothing for another', async () => {
    const [phone, other] = [number(), number()];
    const code = await codeFor(other);
    const wrong = { code: codeOf('VERIFY_CODE_WRONG') };
    expect(await signIn(phone, code)).toMatchObject(wrong);
    expect(await world.post('/api/resetpasswd/verify', { phone: other, code })).toMatchObject(wrong);
    expect((await signIn(other, code)).code).toBe(0);
  });
});

describe('asking for codes', () => {
  it('takes a captcha each time', async () => {
    const phone = number();
    expect(await world.post(SEND, { phone, type: 'login' })).toMatchObject({
      status: 422,
      code: codeOf('INVALID_BODY'),
    });
    const made = { challenge: 'a', validate: 'b', seccode: 'c' };
    expect(await world.post(SEND, { phone, type: 'login', ...made })).toMatchObject({ code: codeOf('CAPTCHA_FAILED') });
    expect(world.test.sent.sms.filter((message) => message.number === `+86${phone}`)).toEqual([]);
  });

  it('for one number is possible once a minute, and the refusal says for how long', async () => {
    const phone = number();
    expect((await ask(phone)).code).toBe(0);
    world.pass(12);
    expect(await ask(phone)).toMatchObject({
      status: 429,
      code: codeOf('TOO_MANY_REQUESTS'),
      msg: '操作过于频繁，请 48 秒后再试',
      data: { retryAfter: 48 },
    });
    world.pass(48);
    expect((await ask(phone)).code).toBe(0);
  });

  it('for one number sends one message, however many ask at once and from wherever', async () => {
    const phone = number();
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(phone)));
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1);
    await world.test.sent.codeTo(`+86${phone}`);
    expect(world.test.sent.sms.filter((message) => message.number === `+86${phone}`)).toHaveLength(1);
  });

  it('for one number, typed this way or that, is the same number', async () => {
    const phone = number();
    expect((await ask(phone)).code).toBe(0);
    const same = [
      `${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`,
      phone.replace(/^(...)/, '$1-'),
      ` ${phone} `,
    ];
    for (const typed of same) expect((await ask(typed)).code).toBe(codeOf('TOO_MANY_REQUESTS'));
    expect((await ask(phone, 'login', { countryCode: '+86' })).code).toBe(codeOf('TOO_MANY_REQUESTS'));
    expect((await ask(phone, 'reset')).code).toBe(codeOf('TOO_MANY_REQUESTS'));
  });

  it('for one number ends after five in an hour and ten on a day of Shanghai', async () => {
    const phone = number();
    const outcomes: string[] = [];
    const round = async () => {
      const reply = await ask(phone);
      outcomes.push(reply.code === 0 ? 'sent' : reply.msg);
    };
    for (let asked = 0; asked < 6; asked += 1) {
      await round();
      world.pass(61);
    }
    expect(outcomes.splice(0)).toEqual([...Array.from({ length: 5 }, () => 'sent'), '操作过于频繁，请 55 分钟后再试']);
    world.pass(3600);
    for (let asked = 0; asked < 6; asked += 1) {
      await round();
      world.pass(61);
    }
    expect(outcomes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'sent'));
    world.pass(3600);
    const last = await ask(phone);
    expect(last).toMatchObject({ status: 429, msg: '操作过于频繁，请明天再试' });
    world.pass((last.data as { retryAfter: number }).retryAfter);
    expect((await ask(phone)).code).toBe(0);
  });

  it('from one address ends after twenty in an hour and sixty on a day, whatever the numbers', async () => {
    const from = { address: '203.0.113.9' };
    const send = async (count: number) => {
      let sent = 0;
      for (let asked = 0; asked < count; asked += 1) {
        sent += (await world.ask(number(), 'login', {}, from)).code === 0 ? 1 : 0;
      }
      return sent;
    };
    // From the beginning of a day on.
    world.pass(DAY_SECONDS - (world.now().getTime() - startOfShanghaiDay(shanghaiDay(world.now())).getTime()) / 1000);
    expect(await send(22)).toBe(20);
    world.pass(3601);
    expect(await send(22)).toBe(20);
    world.pass(3601);
    expect(await send(22)).toBe(20);
    world.pass(3601);
    expect(await send(3)).toBe(0);
    expect((await world.ask(number(), 'login', {}, { address: '203.0.113.10' })).code).toBe(0);
    world.pass(DAY_SECONDS);
    expect(await send(2)).toBe(2);
  });

  it('by one signed-in account ends the same way, from whatever addresses', async () => {
    const cookie = await signInAs('svip');
    let sent = 0;
    for (let asked = 0; asked < 22; asked += 1) {
      sent += (await world.ask(number(), 'bind', {}, { cookie, address: address() })).code === 0 ? 1 : 0;
    }
    expect(sent).toBe(20);
  });

  it('is limited across a restart and by every process', async () => {
    const phone = number();
    expect((await ask(phone)).code).toBe(0);
    const restarted = fromOwnPage(await createApp(world.test.services, { providers: new SentCodes().providers }));
    const reply = await restarted.inject({
      method: 'POST',
      url: SEND,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ phone, type: 'login', ...KNOWN_PROOF }).toString(),
    });
    expect(reply.statusCode).toBe(429);
    await restarted.close();
  });

  it.each([
    ['86', '', '13800'],
    ['86', '', '1990000000a'],
    ['86', '', '010-62345678x'],
    ['86', '', '+8619900000001; drop table account'],
    ['852', '', '1234'],
    ['999', '', '19900000001'],
    ['0', '', '19900000001'],
  ])('for +%s%s %s is refused before the captcha is used for it', async (countryCode, _, phone) => {
    const { data } = await world.get<{ challenge: string }>('/api/captcha/v2');
    const { db } = world.test.services.database;
    const row = await db
      .selectFrom('captcha_challenge')
      .select('answer')
      .where('id', '=', data.challenge)
      .executeTakeFirst();
    const left = row?.answer ?? 0;
    const checked = await world.test.app.inject({
      method: 'POST',
      url: '/api/captcha/v2/check',
      payload: { challenge: data.challenge, left, trail: handTrail(left, (next += 1)) },
    });
    const proof = checked.json<{ data: object }>().data;
    const from = { address: address() };
    expect(await world.post(SEND, { countryCode, phone, type: 'login', ...proof }, from)).toMatchObject({
      status: 422,
      code: codeOf('INVALID_BODY'),
    });
    expect((await world.post(SEND, { phone: number(), type: 'login', ...proof }, from)).code).toBe(0);
  });

  it('for a number of Hong Kong sends to Hong Kong', async () => {
    expect((await ask('5123 4567', 'login', { countryCode: '852' })).code).toBe(0);
    expect(await world.test.sent.codeTo('+85251234567')).toMatch(/^\d{6}$/);
  });

  it('to bind or to close is for a user who is signed in, and to close goes to the own number alone', async () => {
    expect(await ask(number(), 'bind')).toMatchObject({ code: codeOf('SESSION_INVALID') });
    expect(await ask('19900000001', 'close')).toMatchObject({ code: codeOf('SESSION_INVALID') });
    const from = { cookie: await signInAs('founder'), address: address() };
    expect(await world.post(SEND, { type: 'bind', ...KNOWN_PROOF }, from)).toMatchObject({
      code: codeOf('INVALID_BODY'),
    });
    expect(await world.ask(number(), 'close', {}, from)).toMatchObject({ msg: '只能向账号绑定的手机号发送验证码' });
    expect((await world.post(SEND, { type: 'close', ...KNOWN_PROOF }, from)).code).toBe(0);
    expect(await world.test.sent.codeTo('+8619900000001')).toMatch(/^\d{6}$/);
  });

  it('leaves nothing behind for ever', async () => {
    await ask(number());
    world.pass(3 * DAY_SECONDS);
    // Some are cleared away with each message.
    for (let round = 0; round < 8; round += 1) await codeFor(number());
    const { rows } = await world.test.services.database.pool.query<{ codes: string; attempts: string }>(
      `select (select count(*) from sms_code) as codes,
        (select count(*) from attempt where touched_at < $1) as attempts`,
      [new Date(world.now().getTime() - 2 * DAY_MS)],
    );
    expect(Number(rows[0]?.codes)).toBeLessThanOrEqual(8);
    expect(Number(rows[0]?.attempts)).toBe(0);
  });
});
