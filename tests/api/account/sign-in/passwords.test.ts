import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPassportWorld, type PassportWorld, SEND, SIGN_IN } from '#tests/support/account/passport.ts';
import { hashPassword } from '#server/platform/accounts/password.ts';
import { newAccount } from '#tests/support/account/people.ts';
import { KNOWN_PROOF } from '#tests/support/account/sent-codes.ts';
import { codeOf, TEST_PASSWORD } from '#tests/support/app/test-app.ts';
import { DAY_SECONDS } from '#shared/time/durations.ts';

const VERIFY = '/api/resetpasswd/verify';
const SET = '/api/resetpasswd/set';
const CHANGE = '/api/rong/user/password';
const PROFILE = '/api/rong/user/profile/v2';
const NEW = 'quiet-harbour-77';
let world: PassportWorld;

beforeAll(async () => {
  world = await openPassportWorld();
});
beforeEach(() => world.pass(DAY_SECONDS));
afterAll(() => world.close());

const signIn = (username: string, password: string) => world.post(SIGN_IN, { username, password });
const resetCode = async (phone: string): Promise<string> => {
  expect((await world.post('/api/resetpasswd/phone', { phone, ...KNOWN_PROOF })).code).toBe(0);
  return world.test.sent.codeTo(`+86${phone}`);
};
const ticketFor = async (phone: string): Promise<string> =>
  (await world.post<{ ticket: string }>(VERIFY, { phone, code: await resetCode(phone) })).data.ticket;
const profile = (cookie: string) => world.get(PROFILE, { cookie });

describe('a password forgotten by the owner of a mail address', () => {
  const MAIL = '/api/resetpasswd/email';
  const EMAIL = 'owner@fund.example';
  const linkOf = (text: string) => /\/#\/forget\?ticket=(\S+)/.exec(text)?.[1] ?? '';
  const byMail = (email: string, more: object = KNOWN_PROOF) => world.post(MAIL, { email, ...more });

  beforeAll(async () => {
    await newAccount(world.test, { username: 'mail-owner', name: '邮箱用户', email: EMAIL });
  });

  it('is set by the link of one mail, once, and every session ends', async () => {
    const session = await signIn('mail-owner', TEST_PASSWORD);
    expect(await byMail(` ${EMAIL.toUpperCase()} `)).toMatchObject({
      code: 0,
      data: { resendAfter: 60, expiresIn: 1800 },
    });
    const mail = await world.test.sent.mailTo(EMAIL);
    expect(mail.subject).toContain('重置登录密码');
    const ticket = linkOf(mail.text);
    expect((await world.post(SET, { ticket, passwd: NEW })).code).toBe(0);
    expect((await world.test.sent.mailTo(EMAIL)).subject).toContain('账号安全提醒');
    expect((await profile(session.cookie)).code).toBe(codeOf('PASSWORD_CHANGED'));
    expect((await signIn('mail-owner', NEW)).code).toBe(0);
    expect((await world.post(SET, { ticket, passwd: `${NEW}-2` })).code).toBe(codeOf('VERIFY_CODE_WRONG'));
  });

  it('is set within half an hour', async () => {
    await byMail(EMAIL);
    const ticket = linkOf((await world.test.sent.mailTo(EMAIL)).text);
    world.pass(1801);
    expect((await world.post(SET, { ticket, passwd: NEW })).code).toBe(codeOf('VERIFY_CODE_WRONG'));
  });

  it('is answered alike for an address that no account has, which gets no mail', async () => {
    const [known, unknown] = [await byMail(EMAIL), await byMail('stranger@fund.example')];
    expect({ ...unknown, cookie: '' }).toEqual({ ...known, cookie: '' });
    await world.test.sent.mailTo(EMAIL);
    expect(world.test.sent.mail.map(({ to }) => to)).not.toContain('stranger@fund.example');
  });

  it('is refused for what is no address, without a captcha, and too often', async () => {
    expect(await byMail('owner at fund')).toMatchObject({ status: 422, msg: '邮箱格式不正确' });
    expect(await world.post(MAIL, { ...KNOWN_PROOF })).toMatchObject({ status: 422, msg: '请填写邮箱' });
    expect((await byMail('a@fund.example', { ...KNOWN_PROOF, seccode: 'wrong' })).code).toBe(codeOf('CAPTCHA_FAILED'));
    await byMail('b@fund.example');
    expect((await byMail('b@fund.example')).code).toBe(codeOf('TOO_MANY_REQUESTS'));
    expect((await world.post('/api/resetpasswd/pigeon', { email: EMAIL, ...KNOWN_PROOF })).status).toBe(422);
  });
});

describe('a forgotten password', () => {
  it('is set again by a code and a ticket, and every session of the account ends with the reason', async () => {
    const sessions = [await signIn('founder', TEST_PASSWORD), await signIn('founder', TEST_PASSWORD)];
    const other = await signIn('investor', TEST_PASSWORD);
    const ticket = await ticketFor('19900000001');
    expect(await world.post(SET, { ticket, passwd: NEW })).toMatchObject({ status: 200, code: 0, data: null });
    for (const { cookie } of sessions) {
      expect(await profile(cookie)).toMatchObject({ code: codeOf('PASSWORD_CHANGED'), msg: '密码已修改，请重新登录' });
    }
    expect((await profile(other.cookie)).code).toBe(0);
    expect(await signIn('founder', TEST_PASSWORD)).toMatchObject({ code: codeOf('SIGN_IN_REFUSED') });
    expect((await signIn('founder', NEW)).code).toBe(0);
  });

  it('opens no session by itself', async () => {
    const ticket = await ticketFor('19900000002');
    expect((await world.post(SET, { ticket, passwd: NEW })).cookie).toBe('');
  });

  it('is set once by a ticket, of twenty at once too', async () => {
    const ticket = await ticketFor('19900000003');
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => world.post(SET, { ticket, passwd: `${NEW}-${index}` })),
    );
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await world.post(SET, { ticket, passwd: NEW })).toMatchObject({
      status: 422,
      code: codeOf('VERIFY_CODE_WRONG'),
      msg: '验证已过期，请重新获取验证码',
    });
  });

  it('is set by the ticket of the last ten minutes, and takes the others of the account with it', async () => {
    const older = await ticketFor('19900000004');
    world.pass(61);
    const newer = await ticketFor('19900000004');
    expect((await world.post(SET, { ticket: newer, passwd: NEW })).code).toBe(0);
    expect((await world.post(SET, { ticket: older, passwd: `${NEW}-2` })).code).toBe(codeOf('VERIFY_CODE_WRONG'));
    world.pass(3600);
    const late = await ticketFor('19900000004');
    world.pass(601);
    expect((await world.post(SET, { ticket: late, passwd: NEW })).code).toBe(codeOf('VERIFY_CODE_WRONG'));
  });

  it('of earlier, when shorter ones were taken, still opens its account', async () => {
    const { db } = world.test.services.database;
    await newAccount(world.test, { username: 'old-short', name: '老用户' });
    const password_hash = await hashPassword('Ab3-xyz8');
    await db.updateTable('account').set({ password_hash }).where('username', '=', 'old-short').execute();
    expect((await signIn('old-short', 'Ab3-xyz8')).code).toBe(0);
  });

  it('may be tried again with the same ticket when it would not do', async () => {
    const ticket = await ticketFor('19900000005');
    for (const [passwd, msg] of [
      ['short-1', '密码长度应为 10 到 64 个字符'],
      ['abcdefghij', '密码至少包含大写字母、小写字母、数字、符号中的两种'],
      ['staff-2026', '密码不能包含用户名'],
      ['x19900000005', '密码不能包含手机号'],
      ['Password1!', '这个密码太常见，请换一个'],
      ['11111111a1', '这个密码太常见，请换一个'],
    ]) {
      const reply = await world.post(SET, { ticket, passwd });
      expect(reply).toMatchObject({
        status: 422,
        code: codeOf('INVALID_BODY'),
        msg,
        data: { errors: [{ field: 'passwd' }] },
      });
    }
    expect((await world.post(SET, { ticket, passwd: NEW })).code).toBe(0);
  });

  it('takes a code that is right: five wrong ones kill it, and the right one gives one ticket', async () => {
    const code = await resetCode('19900000006');
    const wrong = String((Number(code) + 7) % 1_000_000).padStart(6, '0');
    await Promise.all(Array.from({ length: 20 }, () => world.post(VERIFY, { phone: '19900000006', code: wrong })));
    expect((await world.post(VERIFY, { phone: '19900000006', code })).code).toBe(codeOf('VERIFY_CODE_WRONG'));
    world.pass(61);
    const second = await resetCode('19900000006');
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => world.post(VERIFY, { phone: '19900000006', code: second })),
    );
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1);
  });

  it('of a ticket that was never given is refused, and only hashes of tickets are kept', async () => {
    expect((await world.post(SET, { ticket: 'x'.repeat(43), passwd: NEW })).code).toBe(codeOf('VERIFY_CODE_WRONG'));
    const ticket = await ticketFor('19900000006');
    const { rows } = await world.test.services.database.pool.query<{ line: string }>(
      'select reset_ticket::text as line from reset_ticket',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ line }) => line).join('\n')).not.toContain(ticket);
  });

  it('no longer vouches for the tries that were made before it was forgotten', async () => {
    for (let round = 0; round < 4; round += 1) await signIn('member', 'wrong-1');
    expect((await signIn('member', 'wrong-1')).status).toBe(428);
    const ticket = await ticketFor('19900000006');
    await world.post(SET, { ticket, passwd: NEW });
    expect((await signIn('member', NEW)).code).toBe(0);
  });
});

describe('one’s own password', () => {
  const OTHER = 'distant-lantern-5';

  it('is changed by the old one; other sessions end, this one goes on', async () => {
    const [here, there] = [await signIn('member', NEW), await signIn('member', NEW)];
    expect(await world.post(CHANGE, { passwd: OTHER, password: NEW }, here)).toMatchObject({ code: 0, data: null });
    expect((await profile(here.cookie)).code).toBe(0);
    expect((await profile(there.cookie)).code).toBe(codeOf('PASSWORD_CHANGED'));
    expect((await signIn('member', OTHER)).code).toBe(0);
  });

  it('is set by a code to the own number by a user who has none yet', async () => {
    const phone = '19900000701';
    await world.ask(phone);
    const { cookie } = await world.post(SIGN_IN, {
      type: 'sms',
      phone,
      verifyCode: await world.test.sent.codeTo(`+86${phone}`),
    });
    expect(await world.post(CHANGE, { passwd: OTHER, password: 'x' }, { cookie })).toMatchObject({
      status: 422,
      msg: '尚未设置密码，请使用短信验证码',
    });
    world.pass(61);
    expect((await world.post(SEND, { type: 'reset', ...KNOWN_PROOF }, { cookie })).code).toBe(0);
    const verifyCode = await world.test.sent.codeTo(`+86${phone}`);
    expect((await world.post(CHANGE, { passwd: OTHER, verifyCode: '000000' }, { cookie })).code).not.toBe(0);
    expect((await world.post(CHANGE, { passwd: OTHER, verifyCode }, { cookie })).code).toBe(0);
    expect((await signIn(phone, OTHER)).code).toBe(0);
  });

  it('is not changed by a wrong old one, and guessing it ends after five', async () => {
    const { cookie } = await signIn('member', OTHER);
    for (let round = 0; round < 5; round += 1) {
      expect(await world.post(CHANGE, { passwd: NEW, password: 'wrong-1' }, { cookie })).toMatchObject({
        status: 422,
        msg: '原密码错误',
      });
    }
    expect((await world.post(CHANGE, { passwd: NEW, password: OTHER }, { cookie })).status).toBe(429);
    world.pass(901);
    expect((await world.post(CHANGE, { passwd: NEW, password: OTHER }, { cookie })).code).toBe(0);
  });

  it('must be another one, by the same rules, and proved', async () => {
    const { cookie } = await signIn('member', NEW);
    expect((await world.post(CHANGE, { passwd: NEW, password: NEW }, { cookie })).msg).toBe('新密码不能与原密码相同');
    expect((await world.post(CHANGE, { passwd: 'abc1234567', password: NEW }, { cookie })).msg).toBe(
      '这个密码太常见，请换一个',
    );
    expect((await world.post(CHANGE, { passwd: OTHER }, { cookie })).msg).toBe('请填写原密码，或使用短信验证码');
    expect((await world.post(CHANGE, { passwd: OTHER, password: NEW })).code).toBe(codeOf('SESSION_INVALID'));
  });
});
