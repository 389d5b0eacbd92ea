import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginFactor, confirmFactor, endFactor, readFactor, renewRecoveryCodes } from '#schemas/api/second-factor.ts';
import { newAccount } from '#tests/support/account/people.ts';
import { openPassportWorld, type PassportWorld, SIGN_IN } from '#tests/support/account/passport.ts';
import { readQr } from '#tests/support/account/read-qr.ts';
import { codeAt, factorCalls } from '#tests/support/account/second-factor.ts';
import { codeOf, TEST_PASSWORD } from '#tests/support/app/test-app.ts';
import { Browser } from '#tests/api/account/qr-login/qr-world.ts';

let world: PassportWorld;
let calls: ReturnType<typeof factorCalls>;
beforeAll(async () => {
  world = await openPassportWorld();
  calls = factorCalls(world);
});
afterAll(() => world.close());

/** Two accounts of each test's own, without a second factor, and how much was logged before it. */
let member: string;
let other: string;
let count = 0;
let loggedBefore: number;
beforeEach(async () => {
  count += 1;
  [member, other] = [`owner-${count}`, `other-${count}`];
  for (const username of [member, other]) await newAccount(world.test, { username, name: '示例用户' });
  loggedBefore = (await allLogged()).length;
});

const REQUIRED = { status: 401, code: codeOf('FACTOR_REQUIRED'), msg: '请完成两步验证' };
const WRONG = { status: 422, code: codeOf('FACTOR_WRONG'), msg: '验证码错误或已使用' };
const PASSWORD = { password: TEST_PASSWORD };
const profile = async (cookie: string) => (await world.get('/api/rong/user/profile/v2', { cookie })).code;
const allLogged = async () => {
  const { db } = world.test.services.database;
  const rows = await db.selectFrom('audit_log').select(['id', 'action']).orderBy('id').execute();
  return rows.map(({ action }) => action);
};
const logged = async () => (await allLogged()).slice(loggedBefore);

describe('setting up a second factor', () => {
  it('gives a secret to type and the same as a picture, and ten recovery codes once a code is right', async () => {
    const { cookie } = await calls.signIn(member);
    const { data } = await calls.json<{ secret: string; svg: string }>(beginFactor.path, PASSWORD, cookie);
    const address = new URL(await readQr(data.svg));
    expect(address.searchParams.get('secret')).toBe(data.secret);
    expect(await calls.json(confirmFactor.path, { code: '000000' }, cookie)).toMatchObject(WRONG);
    const right = { code: codeAt(data.secret, world.now()) };
    const { data: set } = await calls.json<{ recoveryCodes: string[] }>(confirmFactor.path, right, cookie);
    expect(new Set(set.recoveryCodes).size).toBe(10);
    expect((await world.get(readFactor.path, { cookie })).data).toMatchObject({ isOn: true, recoveryLeft: 10 });
    expect(await logged()).toContain('account.factorSet');
  });

  it('is for the proved owner alone, and a new one in place of an old one takes a code of the old one', async () => {
    const { cookie, secret } = await calls.setUp(member);
    const begin = (body: object) => calls.json(beginFactor.path, body, cookie);
    expect(await begin({ password: 'another password' })).toMatchObject({ code: codeOf('INVALID_BODY') });
    expect(await begin(PASSWORD)).toMatchObject({ code: codeOf('INVALID_BODY'), msg: expect.stringContaining('当前') });
    expect(await begin({ ...PASSWORD, code: '000000' })).toMatchObject(WRONG);
    world.pass(30);
    expect(await begin({ ...PASSWORD, code: codeAt(secret, world.now()) })).toMatchObject({ code: 0 });
  });

  it('ends every other session, and leaves the one that did it', async () => {
    const elsewhere = (await calls.signIn(member)).cookie;
    const { cookie } = await calls.setUp(member);
    expect([await profile(elsewhere), await profile(cookie)]).toEqual([codeOf('ACCESS_CHANGED'), 0]);
  });

  it('is over after ten minutes', async () => {
    const { cookie } = await calls.signIn(member);
    const { data } = await calls.json<{ secret: string }>(beginFactor.path, PASSWORD, cookie);
    world.pass(600);
    const late = await calls.json(confirmFactor.path, { code: codeAt(data.secret, world.now()) }, cookie);
    expect(late).toMatchObject({ code: codeOf('CONFLICT'), msg: '设置已过期，请重新开始' });
  });

  it('leaves neither secret nor codes in the tables', async () => {
    const { secret, recoveryCodes } = await calls.setUp(member);
    const { db } = world.test.services.database;
    const kept = JSON.stringify([
      await db.selectFrom('second_factor').selectAll().execute(),
      await db.selectFrom('recovery_code').selectAll().execute(),
    ]);
    for (const word of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(kept).not.toContain(word);
  });
});

describe('an account with a second factor', () => {
  it('is asked for it after the right password, and no session is open before', async () => {
    const { secret } = await calls.setUp(member);
    world.pass(30);
    const first = await calls.signIn(member);
    expect(first).toMatchObject({ ...REQUIRED, cookie: '' });
    const second = await calls.pass(first.data.ticket, codeAt(secret, world.now()));
    expect(second).toMatchObject({ code: 0, data: { uid: expect.any(String) } });
    expect(await profile(second.cookie)).toBe(0);
  });

  it('learns nothing of it by a wrong password', async () => {
    await calls.setUp(member);
    const refused = await world.post(SIGN_IN, { username: member, password: 'not the password' });
    expect(refused).toMatchObject({ code: codeOf('SIGN_IN_REFUSED') });
  });

  it('is asked for it after a code by SMS', async () => {
    const { cookie, secret } = await calls.setUp(member);
    const phone = '19900000555';
    await world.ask(phone, 'bind', {}, { cookie });
    const bound = {
      type: 'sms',
      bind: '1',
      phone,
      verifyCode: await world.test.sent.codeTo('+8619900000555'),
      ...PASSWORD,
    };
    expect(await world.post(SIGN_IN, bound, { cookie })).toMatchObject({ code: 0 });
    world.pass(60);
    await world.ask(phone);
    const form = { type: 'sms', phone, verifyCode: await world.test.sent.codeTo('+8619900000555') };
    const first = await world.post<{ ticket: string }>(SIGN_IN, form);
    expect(first).toMatchObject(REQUIRED);
    expect(await calls.pass(first.data.ticket, codeAt(secret, world.now()))).toMatchObject({ code: 0 });
  });

  it('is asked for it after a QR code was confirmed on the phone', async () => {
    const { cookie, secret } = await calls.setUp(member);
    const phone = new Browser(world.test.app, { cookie });
    const computer = new Browser(world.test.app);
    const { token, ticket } = await computer.code();
    const own = { headers: { cookie } };
    for (const [url, more] of [
      ['scan', {}],
      ['confirm', { accept: true }],
    ] as const)
      await world.test.app.inject({ ...own, method: 'POST', url: `/api/qrcode/${url}`, payload: { ticket, ...more } });
    world.pass(30);
    const polled = await computer.ask<{ ticket: string }>('GET', `/api/qrcode/status?token=${token}`);
    expect(polled).toMatchObject({ http: 401, code: codeOf('FACTOR_REQUIRED') });
    expect(computer.jar.has('kr_plus_id')).toBe(false);
    expect(await calls.pass(polled.data.ticket, codeAt(secret, world.now()))).toMatchObject({ code: 0 });
    expect(phone.jar.size).toBe(0);
  });
});

describe('a code', () => {
  it('is good once, also for another sign-in and within its window', async () => {
    const { secret } = await calls.setUp(member);
    world.pass(30);
    const code = codeAt(secret, world.now());
    const [one, second] = [await calls.ticketOf(member), await calls.ticketOf(member)];
    expect(await calls.pass(one, code)).toMatchObject({ code: 0 });
    expect(await calls.pass(second, code)).toMatchObject(WRONG);
    world.pass(29);
    expect(await calls.pass(second, code)).toMatchObject(WRONG);
    world.pass(1);
    expect(await calls.pass(second, codeAt(secret, world.now()))).toMatchObject({ code: 0 });
  });

  it('of a step before the last one that was used is refused', async () => {
    const { secret } = await calls.setUp(member);
    const before = codeAt(secret, new Date(world.now().getTime() + 30_000));
    world.pass(60);
    expect(await calls.pass(await calls.ticketOf(member), codeAt(secret, world.now()))).toMatchObject({ code: 0 });
    expect(await calls.pass(await calls.ticketOf(member), before)).toMatchObject(WRONG);
  });

  it('opens one session of four requests at the same time', async () => {
    const { secret } = await calls.setUp(member);
    world.pass(30);
    const ticket = await calls.ticketOf(member);
    const code = codeAt(secret, world.now());
    const replies = await Promise.all(Array.from({ length: 4 }, () => calls.pass(ticket, code)));
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1);
  });

  it('is judged five times in a quarter of an hour, whatever the ticket, and the lock is in the log', async () => {
    const { secret } = await calls.setUp(member);
    world.pass(30);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await calls.pass(await calls.ticketOf(member), '000000')).toMatchObject(WRONG);
    const ticket = await calls.ticketOf(member);
    expect(await calls.pass(ticket, codeAt(secret, world.now()))).toMatchObject({ status: 429 });
    expect((await logged()).filter((action) => action === 'account.factorLocked')).toHaveLength(1);
    world.pass(15 * 60);
    expect(await calls.pass(await calls.ticketOf(member), codeAt(secret, world.now()))).toMatchObject({ code: 0 });
  });

  it('comes too late for a sign-in that is five minutes old', async () => {
    const { secret } = await calls.setUp(member);
    const ticket = await calls.ticketOf(member);
    world.pass(300);
    const late = await calls.pass(ticket, codeAt(secret, world.now()));
    expect(late).toMatchObject({ code: codeOf('SIGN_IN_REFUSED'), msg: '登录验证已过期，请重新登录' });
  });
});

describe('a recovery code', () => {
  it('takes the place of a code once, however it is typed, and is in the log', async () => {
    const { recoveryCodes } = await calls.setUp(member);
    const typed = ` ${(recoveryCodes[0] ?? '').replace('-', ' ').toUpperCase()} `;
    expect(await calls.pass(await calls.ticketOf(member), typed)).toMatchObject({ code: 0 });
    expect(await calls.pass(await calls.ticketOf(member), typed)).toMatchObject(WRONG);
    expect(await logged()).toContain('account.recoveryCodeUsed');
  });

  it('of another account opens nothing', async () => {
    const { recoveryCodes } = await calls.setUp(member);
    await calls.setUp(other);
    expect(await calls.pass(await calls.ticketOf(other), recoveryCodes[0] ?? '')).toMatchObject(WRONG);
  });

  it('is worth nothing once new ones were made', async () => {
    const { cookie, secret, recoveryCodes } = await calls.setUp(member);
    world.pass(30);
    const code = codeAt(secret, world.now());
    const renewed = await calls.json<{ recoveryCodes: string[] }>(renewRecoveryCodes.path, { code }, cookie);
    expect(await calls.pass(await calls.ticketOf(member), recoveryCodes[0] ?? '')).toMatchObject(WRONG);
    const [fresh = ''] = renewed.data.recoveryCodes;
    expect(await calls.pass(await calls.ticketOf(member), fresh)).toMatchObject({ code: 0 });
  });
});

describe('ending it', () => {
  it('takes the password and a code, and the next sign-in asks for none', async () => {
    const { cookie, secret } = await calls.setUp(member);
    world.pass(30);
    const code = codeAt(secret, world.now());
    const end = (body: object) => calls.json(endFactor.path, body, cookie);
    expect(await end({ ...PASSWORD, code: '000000' })).toMatchObject(WRONG);
    expect(await end({ password: 'another password', code })).toMatchObject({ code: codeOf('INVALID_BODY') });
    expect(await end({ ...PASSWORD, code })).toMatchObject({ code: 0 });
    expect(await calls.signIn(member)).toMatchObject({ code: 0 });
    expect(await logged()).toContain('account.factorEnded');
  });
});
