import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPassportWorld, type PassportWorld, SIGN_IN } from '#tests/support/account/passport.ts';
import { newAccount, signInBy } from '#tests/support/account/people.ts';
import { KNOWN_PROOF } from '#tests/support/account/sent-codes.ts';
import { codeOf, TEST_PASSWORD } from '#tests/support/app/test-app.ts';
import { DAY_SECONDS } from '#shared/time/durations.ts';

const PROFILE = '/api/rong/user/profile/v2';
const NEW_NUMBER = '19900000990';
let world: PassportWorld;
let people = 0;

beforeAll(async () => {
  world = await openPassportWorld();
});
beforeEach(() => world.pass(DAY_SECONDS));
afterAll(() => world.close());

/** An account with a number and a mail address, and two browsers that are signed in to it: one of them was stolen. */
async function victim() {
  people += 1;
  const phone = `1990000080${people}`;
  const email = `owner${people}@example.com`;
  const username = `owner-${people}`;
  const id = await newAccount(world.test, { username, name: '失主', phone: `+86${phone}`, email });
  const { cookie: stolen } = await signInBy(world.test, username);
  const { cookie: own } = await signInBy(world.test, username);
  return { id, username, phone, email, stolen, own };
}

const codeTo = async (phone: string, type: string, cookie: string, named = true) => {
  const more = named ? { phone } : {};
  expect((await world.post('/api/send_code/sms', { ...more, type, ...KNOWN_PROOF }, { cookie })).code).toBe(0);
  return world.test.sent.codeTo(`+86${phone}`);
};
const bind = async (cookie: string, phone: string, proof: object) =>
  world.post(
    SIGN_IN,
    { type: 'sms', bind: '1', phone, verifyCode: await codeTo(phone, 'bind', cookie), ...proof },
    { cookie },
  );
const logged = async (id: string) =>
  (await world.test.services.database.db.selectFrom('audit_log').selectAll().where('target_id', '=', id).execute()).map(
    ({ action }) => action,
  );

describe('an open session alone', () => {
  it('cannot bind another number, and nothing of the account changes', async () => {
    const { id, phone, stolen, own } = await victim();
    expect(await bind(stolen, NEW_NUMBER, {})).toMatchObject({ code: codeOf('INVALID_BODY') });
    world.pass(61);
    expect(await bind(stolen, NEW_NUMBER, { password: 'a-wrong-guess' })).toMatchObject({
      code: codeOf('INVALID_BODY'),
      msg: '登录密码错误',
    });
    world.pass(61);
    expect(await bind(stolen, NEW_NUMBER, { ownCode: '123456' })).toMatchObject({ code: codeOf('VERIFY_CODE_WRONG') });
    world.pass(61);
    const misused = await codeTo(NEW_NUMBER, 'login', stolen);
    world.pass(61);
    expect(await bind(stolen, NEW_NUMBER, { ownCode: misused })).toMatchObject({ code: codeOf('VERIFY_CODE_WRONG') });
    expect((await world.get<{ phone: string }>(PROFILE, { cookie: own })).data.phone).toBe(
      `${phone.slice(0, 3)}****${phone.slice(-4)}`,
    );
    expect(await logged(id)).toEqual([]);
  });

  it('cannot have the code for the old number sent to another one', async () => {
    const { stolen } = await victim();
    const form = { phone: NEW_NUMBER, type: 'rebind', ...KNOWN_PROOF };
    expect(await world.post('/api/send_code/sms', form, { cookie: stolen })).toMatchObject({
      code: codeOf('INVALID_BODY'),
      msg: '只能向账号绑定的手机号发送验证码',
    });
  });

  it('may try the password five times in a quarter of an hour, whatever it is asked for', async () => {
    const { stolen } = await victim();
    const tries = [
      ['/api/rong/user/password', { passwd: 'orchard lantern 48' }],
      ['/api/rong/user/data', {}],
      ['/api/rong/user/close', {}],
      ['/api/rong/user/data', {}],
      ['/api/rong/user/close', {}],
    ] as const;
    const send = async (url: string, body: object) =>
      (
        await world.test.app.inject({
          method: 'POST',
          url,
          headers: { cookie: stolen, ...(url.endsWith('password') && { 'content-type': FORM }) },
          payload: url.endsWith('password')
            ? new URLSearchParams({ ...body, password: 'a-wrong-guess' }).toString()
            : { ...body, password: 'a-wrong-guess' },
        })
      ).json<{ code: number }>().code;
    for (const [url, body] of tries) expect(await send(url, body)).toBe(codeOf('INVALID_BODY'));
    expect(await send('/api/rong/user/data', {})).toBe(codeOf('TOO_MANY_REQUESTS'));
  });

  it('takes no copy of the data, which holds what the screens mask', async () => {
    const { id, stolen, phone } = await victim();
    const ask = async (payload: object) =>
      world.test.app.inject({ method: 'POST', url: '/api/rong/user/data', headers: { cookie: stolen }, payload });
    expect((await ask({})).body).not.toContain(phone);
    expect(await logged(id)).toEqual([]);
    expect((await ask({ password: TEST_PASSWORD })).body).toContain(phone);
    expect(await logged(id)).toEqual(['account.copied']);
    const verifyCode = await codeTo(phone, 'copy', stolen, false);
    expect((await ask({ verifyCode })).body).toContain(phone);
  });
});

const FORM = 'application/x-www-form-urlencoded';

describe('a number that its owner binds', () => {
  it.each(['by the password', 'by a code to the old number'])(
    'proved %s ends the other sessions, warns the old number and mail address, and is in the audit log',
    async (way) => {
      const { id, phone, email, stolen, own } = await victim();
      const number = `1990000096${people}`;
      const proof = way.includes('code')
        ? { ownCode: await codeTo(phone, 'rebind', own, false) }
        : { password: TEST_PASSWORD };
      expect(await bind(own, number, proof)).toMatchObject({ code: 0 });
      expect((await world.get(PROFILE, { cookie: own })).code).toBe(0);
      expect((await world.get(PROFILE, { cookie: stolen })).code).toBe(codeOf('ACCESS_CHANGED'));
      expect(world.test.sent.warnings).toContainEqual({ number: `+86${phone}`, event: 'phone' });
      expect((await world.test.sent.mailTo(email)).text).toContain('更换手机号');
      expect(await logged(id)).toEqual(['account.phoneChanged']);
    },
  );

  it('cannot be followed by a password reset that was begun with the old number', async () => {
    const { phone, own } = await victim();
    await world.post('/api/resetpasswd/phone', { phone, ...KNOWN_PROOF });
    const code = await world.test.sent.codeTo(`+86${phone}`);
    const { data } = await world.post<{ ticket: string }>('/api/resetpasswd/verify', { phone, code });
    expect(await bind(own, '19900000970', { password: TEST_PASSWORD })).toMatchObject({ code: 0 });
    expect(
      await world.post('/api/resetpasswd/set', { ticket: data.ticket, passwd: 'orchard lantern 48' }),
    ).toMatchObject({ code: codeOf('VERIFY_CODE_WRONG') });
  });
});

describe('a password that is set', () => {
  it('warns the number and the mail address and is in the audit log, changed or forgotten', async () => {
    const { id, phone, email, own } = await victim();
    const change = { passwd: 'orchard lantern 48', password: TEST_PASSWORD };
    expect((await world.post('/api/rong/user/password', change, { cookie: own })).code).toBe(0);
    expect(world.test.sent.warnings).toContainEqual({ number: `+86${phone}`, event: 'password' });
    expect((await world.test.sent.mailTo(email)).text).toContain('修改登录密码');
    await world.post('/api/resetpasswd/phone', { phone, ...KNOWN_PROOF });
    const code = await world.test.sent.codeTo(`+86${phone}`);
    const { data } = await world.post<{ ticket: string }>('/api/resetpasswd/verify', { phone, code });
    await world.post('/api/resetpasswd/set', { ticket: data.ticket, passwd: 'orchard lantern 49' });
    expect((await world.test.sent.mailTo(email)).text).toContain('修改登录密码');
    expect(await logged(id)).toEqual(['account.passwordSet', 'account.passwordSet']);
  });
});
