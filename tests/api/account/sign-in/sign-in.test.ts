import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Profile } from '#schemas/api/session.ts';
import { createApp } from '#server/app.ts';
import { phonePlace } from '#server/db/seal-phones.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { nameSubject } from '#server/features/account/sign-in/password-sign-in.ts';
import { Limits } from '#server/platform/limits/limits.ts';
import { type From, openPassportWorld, type PassportWorld, SIGN_IN } from '#tests/support/account/passport.ts';
import { KNOWN_PROOF } from '#tests/support/account/sent-codes.ts';
import { codeOf, TEST_PASSWORD } from '#tests/support/app/test-app.ts';
import { DAY_SECONDS } from '#shared/time/durations.ts';

let world: PassportWorld;
let next = 300;
const number = (): string => `19900000${(next += 1)}`;
let addresses = 0;
const address = (): string => `198.51.${Math.floor((addresses += 1) / 200)}.${addresses % 200}`;

beforeAll(async () => {
  world = await openPassportWorld();
});
afterAll(() => world.close());

const byPassword = (username: string, password: string, more = {}, from: From = { address: address() }) =>
  world.post<Profile>(SIGN_IN, { username, password, ...more }, from);
const wrong = (username: string, more = {}, from: From = { address: address() }) =>
  byPassword(username, 'not-the-password', more, from);
const codeFor = async (phone: string, type = 'login', from = {}): Promise<string> => {
  expect((await world.ask(phone, type, {}, { address: address(), ...from })).code).toBe(0);
  return world.test.sent.codeTo(`+86${phone}`);
};
const bySms = async (phone: string) =>
  world.post<Profile>(SIGN_IN, { type: 'sms', phone, verifyCode: await codeFor(phone) }, { address: address() });

describe('signing in by a code', () => {
  it('is signing in to the account of the number', async () => {
    const reply = await bySms('19900000002');
    expect(reply).toMatchObject({ status: 200, code: 0, data: { name: '示例投资人' } });
    expect(reply.cookie).toMatch(/^kr_plus_id=.{43,}/);
  });

  it('with a number that no user has is signing up: a name that does not reveal it, no password, no role', async () => {
    const phone = number();
    const reply = await bySms(phone);
    expect(reply).toMatchObject({ code: 0, data: { identityRoles: [], vipType: 0, staff: false, hasPassword: false } });
    expect(reply.data.name).toMatch(/^用户[a-z0-9]{4}$/);
    const { db, vault } = world.test.services.database;
    const row = await db.selectFrom('account').selectAll().where('id', '=', reply.data.uid).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ password_hash: null, roles: [], vip_type: 0 });
    expect(`${row.username}${row.name}`).not.toContain(phone.slice(-4));
    expect(vault.open(row.phone_sealed ?? '', phonePlace(row.id))).toBe(`+86${phone}`);
    expect((await bySmsAgain(phone)).data.uid).toBe(reply.data.uid);
  });

  const bySmsAgain = async (phone: string) => {
    world.pass(61);
    return bySms(phone);
  };

  it('opens no account without a right code', async () => {
    const phone = number();
    await codeFor(phone);
    expect((await world.post(SIGN_IN, { type: 'sms', phone, verifyCode: '000000' })).code).not.toBe(0);
    const { db, vault } = world.test.services.database;
    const found = await db
      .selectFrom('account')
      .select('id')
      .where('phone_index', '=', vault.index(`+86${phone}`, 'phone'))
      .executeTakeFirst();
    expect(found).toBeUndefined();
  });

  it('is refused to a frozen account, after its code was right', async () => {
    const phone = number();
    const { data } = await bySms(phone);
    const { db } = world.test.services.database;
    await db.updateTable('account').set({ frozen_at: world.now() }).where('id', '=', data.uid).execute();
    expect(await bySmsAgain(phone)).toMatchObject({ code: codeOf('ACCOUNT_FROZEN'), cookie: '' });
  });

  it.each([{}, { phone: '19900000001' }, { verifyCode: '123456' }, { phone: 'x', verifyCode: '123456' }])(
    'with %j alone is refused by name of what is missing',
    async (form) => {
      const reply = await world.post<{ errors: { field: string; message: string }[] }>(SIGN_IN, {
        type: 'sms',
        ...form,
      });
      expect(reply).toMatchObject({ status: 422, code: codeOf('INVALID_BODY') });
      expect(reply.data.errors[0]?.message).toMatch(/手机号|验证码/);
    },
  );
});

describe('binding a number', () => {
  const bind = async (cookie: string, phone: string) =>
    world.post<Profile>(
      SIGN_IN,
      { bind: '1', phone, verifyCode: await codeFor(phone, 'bind', { cookie }), password: TEST_PASSWORD },
      { cookie },
    );

  it('makes it the number of a user who is signed in, in the session that is open', async () => {
    const { cookie } = await byPassword('member', TEST_PASSWORD);
    const phone = number();
    const reply = await bind(cookie, phone);
    expect(reply).toMatchObject({ code: 0, cookie: '', data: { name: '示例新用户' } });
    world.pass(61);
    expect((await bySms(phone)).data.name).toBe('示例新用户');
  });

  it('of another user is refused, and he keeps it', async () => {
    const { cookie } = await byPassword('svip', TEST_PASSWORD);
    expect(await bind(cookie, '19900000003')).toMatchObject({ status: 409, msg: '该手机号已绑定其他账号' });
    world.pass(61);
    expect((await bySms('19900000003')).data.name).toBe('示例服务机构');
  });

  it('takes a session, and a code that was sent for it', async () => {
    const phone = number();
    expect(await world.post(SIGN_IN, { bind: '1', phone, verifyCode: '123456' })).toMatchObject({
      code: codeOf('SESSION_INVALID'),
    });
    const { cookie } = await byPassword('svip', TEST_PASSWORD);
    const verifyCode = await codeFor(phone);
    const body = { bind: '1', phone, verifyCode, password: TEST_PASSWORD };
    expect(await world.post(SIGN_IN, body, { cookie })).toMatchObject({
      code: codeOf('VERIFY_CODE_WRONG'),
    });
  });
});

/** A browser that signed in to an account; the mark by which it is known again. */
async function knownBrowser(username: string, from: string): Promise<string> {
  const reply = await world.test.app.inject({
    method: 'POST',
    url: SIGN_IN,
    remoteAddress: from,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username, password: TEST_PASSWORD, ...KNOWN_PROOF }).toString(),
  });
  const mark = reply.cookies.find(({ name }) => name === 'kr_device');
  return `kr_device=${mark?.value ?? ''}`;
}

describe('guessing passwords', () => {
  it('of one account needs a captcha after three, from wherever they come', async () => {
    for (let round = 0; round < 3; round += 1) expect(await wrong('founder')).toMatchObject({ status: 401 });
    const asked = { status: 428, code: codeOf('CAPTCHA_REQUIRED'), msg: '请先完成滑块验证' };
    expect(await wrong('founder')).toMatchObject(asked);
    // Not even the right one is judged.
    expect(await byPassword('founder', TEST_PASSWORD)).toMatchObject(asked);
    expect(await wrong('founder', { needCaptcha: '1', challenge: 'a', validate: 'b', seccode: 'c' })).toMatchObject({
      status: 422,
      code: codeOf('CAPTCHA_FAILED'),
    });
    expect(await wrong('founder', { needCaptcha: '1', ...KNOWN_PROOF })).toMatchObject({ status: 401 });
    expect(await byPassword('founder', TEST_PASSWORD, KNOWN_PROOF)).toMatchObject({ code: 0 });
    // Others go on needing one: that the owner came in says nothing of them.
    expect(await wrong('founder')).toMatchObject(asked);
  });

  it('is free again a quarter of an hour later', async () => {
    for (let round = 0; round < 3; round += 1) await wrong('investor');
    expect((await wrong('investor')).status).toBe(428);
    world.pass(15 * 60 + 1);
    expect((await wrong('investor')).status).toBe(401);
    world.pass(3600);
  });

  it('of many accounts from one address needs a captcha after ten, and his own right one does not change that', async () => {
    const from = { address: '203.0.113.50' };
    const statuses: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      statuses.push((await wrong(`somebody-${round}`, {}, from)).status);
      await byPassword('svip', TEST_PASSWORD, {}, from);
    }
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 401));
    expect((await wrong('somebody-else', {}, from)).status).toBe(428);
    expect((await byPassword('svip', TEST_PASSWORD, {}, from)).status).toBe(428);
    expect((await wrong('somebody-else', {}, { address: '203.0.113.51' })).status).toBe(401);
    world.pass(3600);
  });

  it('ends for a quarter of an hour after ten in an hour from one network, captcha or not', async () => {
    const from = { address: '203.0.113.60' };
    for (let round = 0; round < 10; round += 1) {
      expect((await wrong('organisation', KNOWN_PROOF, from)).status).toBe(401);
      world.pass(60);
    }
    expect(await byPassword('organisation', TEST_PASSWORD, KNOWN_PROOF, from)).toMatchObject({
      status: 429,
      code: codeOf('TOO_MANY_REQUESTS'),
      msg: '密码错误次数过多，请 14 分钟后再试',
      data: { retryAfter: 840 },
    });
    // Asking again does not make it longer.
    world.pass(839);
    expect((await byPassword('organisation', TEST_PASSWORD, KNOWN_PROOF, from)).status).toBe(429);
    world.pass(2);
    expect((await wrong('organisation', KNOWN_PROOF, from)).status).toBe(401);
    expect((await byPassword('organisation', TEST_PASSWORD, KNOWN_PROOF, from)).data).toMatchObject({
      retryAfter: 900,
    });
    world.pass(901);
    expect((await byPassword('organisation', TEST_PASSWORD, KNOWN_PROOF, from)).code).toBe(0);
  });

  it('locks no user out elsewhere: with a captcha from another network, and without one on a known device', async () => {
    const from = { address: '203.0.113.61' };
    const cookies = await knownBrowser('svip', '203.0.113.70');
    for (let round = 0; round < 10; round += 1) await wrong('svip', KNOWN_PROOF, from);
    expect((await wrong('svip', KNOWN_PROOF, from)).status).toBe(429);
    expect((await byPassword('svip', TEST_PASSWORD)).status).toBe(428);
    expect((await byPassword('svip', TEST_PASSWORD, KNOWN_PROOF)).code).toBe(0);
    expect((await byPassword('svip', TEST_PASSWORD, {}, { address: address(), cookie: cookies })).code).toBe(0);
    world.pass(3600);
  });

  it('is judged three hundred times a day over all networks, and then on known devices alone', async () => {
    world.pass(DAY_SECONDS);
    const cookies = await knownBrowser('member', '203.0.113.71');
    const limits = new Limits({ vault: world.test.services.database.vault, now: world.now });
    for (let round = 0; round < 299; round += 1)
      await world.test.services.database.db
        .transaction()
        .execute((trx) => limits.count(trx, [nameSubject('member', undefined)]));
    expect((await wrong('member', KNOWN_PROOF)).status).toBe(401);
    expect(await byPassword('member', TEST_PASSWORD, KNOWN_PROOF)).toMatchObject({
      status: 429,
      msg: expect.stringContaining('请使用短信验证码或常用设备登录'),
    });
    expect((await byPassword('member', TEST_PASSWORD, {}, { address: address(), cookie: cookies })).code).toBe(0);
    world.pass(DAY_SECONDS);
    expect((await byPassword('member', TEST_PASSWORD, KNOWN_PROOF)).code).toBe(0);
  });

  it('on a known device is limited like anywhere, and its mark is good for its own account and password alone', async () => {
    const cookies = await knownBrowser('investor', '203.0.113.72');
    for (let round = 0; round < 3; round += 1) await wrong('organisation', KNOWN_PROOF);
    expect((await byPassword('organisation', TEST_PASSWORD, {}, { address: address(), cookie: cookies })).status).toBe(
      428,
    );
    const own = () => wrong('investor', KNOWN_PROOF, { address: address(), cookie: cookies });
    for (let round = 0; round < 10; round += 1) expect((await own()).status).toBe(401);
    expect((await own()).status).toBe(429);
    world.pass(3600);
  });

  it('by forty at once judges no more than by one after the other', async () => {
    const from = { address: '203.0.113.62' };
    const free = await Promise.all(Array.from({ length: 40 }, () => wrong('staff', {}, from)));
    expect(free.filter(({ status }) => status === 401)).toHaveLength(3);
    const proved = await Promise.all(Array.from({ length: 40 }, () => wrong('staff', KNOWN_PROOF, from)));
    expect(proved.filter(({ status }) => status === 401)).toHaveLength(7);
    expect(proved.filter(({ status }) => status === 429)).toHaveLength(33);
    world.pass(3600);
  });

  it('is remembered across a restart and by every process', async () => {
    for (let round = 0; round < 3; round += 1) await wrong('Founder-of-restarts');
    const restarted = fromOwnPage(await createApp(world.test.services, { signInLimit: 1000 }));
    const reply = await restarted.inject({
      method: 'POST',
      url: SIGN_IN,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'username=founder-of-restarts&password=wrong',
    });
    expect(reply.statusCode).toBe(428);
    await restarted.close();
  });

  it('of an account that only signs in by codes finds none', async () => {
    const phone = number();
    await bySms(phone);
    expect(await wrong(phone)).toMatchObject({ status: 401, code: codeOf('SIGN_IN_REFUSED') });
  });
});

describe('signing in by password', () => {
  it('goes by a number and its country as well', async () => {
    const reply = await world.post(SIGN_IN, { phone: '199 0000 0004', countryCode: '86', password: TEST_PASSWORD });
    expect(reply).toMatchObject({ code: 0, data: { name: '示例会员' } });
    expect((await world.post(SIGN_IN, { username: '+8619900000004', password: TEST_PASSWORD })).code).toBe(0);
  });

  it.each([
    [{ password: 'x' }, '请填写账号或手机号'],
    [{ username: 'founder' }, '请填写密码'],
    [{ phone: '123', password: 'x' }, '手机号格式不正确'],
  ])('with %j alone says: %s', async (form, msg) => {
    expect(await world.post(SIGN_IN, form)).toMatchObject({ status: 422, msg });
  });
});
