import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { SESSION_SECONDS, Sessions } from '#server/features/account/session/sessions.ts';
import { FAILURES } from '#shared/errors.ts';
import { SESSION_ENDS, type SessionEnd } from '#shared/policy/session-ends.ts';
import { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import * as accounts from '#server/platform/accounts/password.ts';
import { openTestApp, TEST_NOW, TEST_PASSWORD, type TestApp } from '#tests/support/app/test-app.ts';

const PROFILE = '/api/rong/user/profile/v2';
let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const signIn = (username: string, password: string, app = test.app) =>
  app.inject({
    method: 'POST',
    url: '/api/p/passport/sign_in',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username, password }).toString(),
  });
const cookieOf = (reply: Awaited<ReturnType<typeof signIn>>): string =>
  String(reply.headers['set-cookie']).split(';')[0] ?? '';
const profile = async (cookie: string) =>
  (await test.app.inject({ method: 'GET', url: PROFILE, headers: { cookie } })).json<{
    code: number;
    data: { name: string };
  }>();

const DEVICE = { userAgent: 'a browser', address: '127.0.0.1' };
/** The sessions as a process has them that hears of no other. */
const sessionsAt = (now: () => Date): Sessions =>
  new Sessions({ db: test.services.database.db, now, changes: new AccountChanges(test.services.database) });
const founderId = async (): Promise<string> => {
  const { db } = test.services.database;
  const { id } = await db
    .selectFrom('account')
    .select('id')
    .where('username', '=', 'founder')
    .executeTakeFirstOrThrow();
  return id;
};

describe('signing in', () => {
  it('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const reply = await signIn('founder', TEST_PASSWORD);
    expect(reply.json()).toMatchObject({ code: 0, data: { enterpriser: 2, vipType: 0, staff: false } });
    const [cookie] = reply.cookies;
    expect(cookie).toMatchObject({
      name: 'kr_plus_id',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: SESSION_SECONDS,
    });
    expect(cookie?.value.length).toBeGreaterThanOrEqual(43);
    expect(await profile(cookieOf(reply))).toMatchObject({ code: 0, data: { name: '示例创业者' } });
  });

  it('by phone number is the same person', async () => {
    expect((await signIn('19900000002', TEST_PASSWORD)).json()).toMatchObject({
      code: 0,
      data: { name: '示例投资人' },
    });
  });

  it('gives another token each time, of which only the hash is kept', async () => {
    const tokens = await Promise.all(
      [1, 2, 3].map(async () => (await signIn('svip', TEST_PASSWORD)).cookies[0]?.value ?? ''),
    );
    expect(new Set(tokens).size).toBe(3);
    const { rows } = await test.services.database.pool.query<{ line: string }>(
      'select session::text as line from session union all select account::text from account',
    );
    const kept = rows.map((row) => row.line).join('\n');
    for (const secret of [...tokens, TEST_PASSWORD]) expect(kept).not.toContain(secret);
    expect(kept).toContain('$argon2id$');
  });

  it('is refused in the same words and after the same work, whether the name or the password is wrong', async () => {
    const verify = vi.spyOn(accounts, 'passwordMatches');
    const wrongPassword = await signIn('founder', 'wrong');
    expect(verify).toHaveBeenCalledTimes(1);
    const nobody = await signIn('nobody-of-this-name', 'wrong');
    expect(verify).toHaveBeenCalledTimes(2);
    const cost = ([hash]: Parameters<typeof accounts.passwordMatches>) => hash.split('$').slice(0, 4).join('$');
    expect(new Set(verify.mock.calls.map(cost)).size).toBe(1);
    expect(nobody.json()).toEqual(wrongPassword.json());
    expect(nobody.statusCode).toBe(401);
    expect(nobody.json()).toMatchObject({ code: 40101, msg: '账号或密码错误', data: null });
    expect(nobody.headers['set-cookie']).toBeUndefined();
  });

  it.each(['', ' ', "' or 1=1 --", 'a\0b', 'x'.repeat(101), '__proto__'])(
    'as %j is refused clearly',
    async (username) => {
      const reply = await signIn(username, TEST_PASSWORD);
      expect([401, 422]).toContain(reply.statusCode);
    },
  );

  it('too often from one address is stopped in words, and nothing else is', async () => {
    const strict = await createApp(test.services, { signInLimit: 3 });
    const replies = [];
    for (let attempt = 0; attempt < 5; attempt += 1) replies.push(await signIn(`nobody-${attempt}`, 'wrong', strict));
    expect(replies.map((reply) => reply.statusCode)).toEqual([401, 401, 401, 429, 429]);
    expect(replies.at(-1)?.json()).toEqual({ code: 42900, msg: '操作过于频繁，请稍后再试', data: null });
    expect((await strict.inject({ method: 'GET', url: '/api/stage/list' })).statusCode).toBe(200);
    await strict.close();
  });
});

describe('a session', () => {
  it('ends with signing out, there and for a client that kept the cookie', async () => {
    const cookie = cookieOf(await signIn('founder', TEST_PASSWORD));
    const other = cookieOf(await signIn('founder', TEST_PASSWORD));
    expect(await profile(cookie)).toMatchObject({ code: 0 });
    const out = await test.app.inject({ method: 'GET', url: '/api/n/user/logout', headers: { cookie } });
    expect(out.json()).toEqual({ code: 0, msg: '', data: null });
    expect(out.cookies[0]).toMatchObject({ name: 'kr_plus_id', value: '', httpOnly: true, sameSite: 'Lax' });
    expect(await profile(cookie)).toMatchObject({ code: 4032, msg: '登录信息失效，请重新登录' });
    expect(await profile(other)).toMatchObject({ code: 0 });
  });

  it('of no one, made up or malformed is that of a visitor', async () => {
    for (const value of ['', 'x', 'a'.repeat(5000), '%00', '"; drop table session; --', '__proto__']) {
      expect(await profile(`kr_plus_id=${value}`)).toMatchObject({ code: 4032 });
    }
  });

  it('runs out after thirty days, and says that it did', async () => {
    let now = TEST_NOW;
    const sessions = sessionsAt(() => now);
    const token = await sessions.open(await founderId(), DEVICE);
    const after = (seconds: number) => new Date(TEST_NOW.getTime() + seconds * 1000);
    now = after(SESSION_SECONDS - 60);
    expect(await sessions.find(token)).toMatchObject({ actor: { name: '示例创业者' } });
    now = after(SESSION_SECONDS + 1);
    expect(await sessions.find(token)).toEqual({ actor: null, ended: 'CERTIFICATE_EXPIRED' });
  });

  it('ended by another process ends here within seconds, even when the word of it is lost', async () => {
    let now = TEST_NOW;
    const here = sessionsAt(() => now);
    const there = sessionsAt(() => now);
    const token = await here.open(await founderId(), DEVICE);
    expect(await here.find(token)).toMatchObject({ actor: { name: '示例创业者' } });
    await there.close(token);
    now = new Date(TEST_NOW.getTime() + 5001);
    expect(await here.find(token)).toMatchObject({ actor: null });
  });

  it('is shown why it is over, each reason by its own code', async () => {
    const sessions = sessionsAt(() => TEST_NOW);
    for (const [because, failure] of Object.entries(SESSION_ENDS)) {
      const token = await sessions.open(await founderId(), DEVICE);
      await sessions.endAll(await founderId(), because as SessionEnd);
      const { code, message } = FAILURES[failure];
      expect(await profile(`kr_plus_id=${token}`)).toMatchObject({ code, msg: message });
    }
  });

  it('that was brought along to a sign-in is not the one that is opened, and ends', async () => {
    const planted = cookieOf(await signIn('founder', TEST_PASSWORD));
    const reply = await test.app.inject({
      method: 'POST',
      url: '/api/p/passport/sign_in',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: planted },
      payload: new URLSearchParams({ username: 'investor', password: TEST_PASSWORD }).toString(),
    });
    expect(cookieOf(reply)).not.toBe(planted);
    expect(await profile(planted)).toMatchObject({ code: 4032 });
    expect(await profile(cookieOf(reply))).toMatchObject({ code: 0, data: { name: '示例投资人' } });
  });
});
