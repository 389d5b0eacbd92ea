import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endFactor, readFactor } from '#schemas/api/second-factor.ts';
import { resetUserFactor } from '#schemas/api/staff.ts';
import { STAFF_IDLE_SECONDS, STAFF_SESSION_SECONDS } from '#server/features/account/session/sessions.ts';
import { StaffAccounts } from '#server/commands/staff-accounts.ts';
import { openPassportWorld, type PassportWorld } from '#tests/support/account/passport.ts';
import { codeAt, factorCalls } from '#tests/support/account/second-factor.ts';
import { codeOf, TEST_PASSWORD } from '#tests/support/app/test-app.ts';

let world: PassportWorld;
let calls: ReturnType<typeof factorCalls>;
beforeEach(async () => {
  world = await openPassportWorld({ isFactorRequired: true });
  calls = factorCalls(world);
});
afterEach(() => world.close());

const MISSING = { status: 403, code: codeOf('FACTOR_MISSING'), msg: '请先设置两步验证' };
const idOf = async (username: string) => {
  const accounts = world.test.services.database.db.selectFrom('account').select('id');
  return (await accounts.where('username', '=', username).executeTakeFirstOrThrow()).id;
};
const log = (action: string) =>
  world.test.services.database.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute();

describe('staff of an installation that asks for a second factor', () => {
  it('may do nothing before they have one but set it up and sign out', async () => {
    const { cookie, data } = await calls.signIn<{ mustSetFactor: boolean }>('staff');
    expect(data.mustSetFactor).toBe(true);
    expect((await world.get(readFactor.path, { cookie })).data).toMatchObject({ isOn: false, isRequired: true });
    for (const path of [
      '/api/staff/log/verify?count=1',
      '/api/staff/waiting',
      '/api/rong/user/devices',
      '/api/user/balance',
    ])
      expect(await world.get(path, { cookie })).toMatchObject(MISSING);
    const word = await calls.json('/api/staff/users/find', { word: 'member' }, cookie);
    expect(word).toMatchObject(MISSING);
    expect(await world.get('/api/n/user/logout', { cookie })).toMatchObject({ code: 0 });
  });

  it('see of what is open to visitors no more than visitors', async () => {
    const { cookie } = await calls.signIn('staff');
    const list = { objectApiName: 'InsightCompany' };
    const asked = (from: string) => calls.json('/api/metadata/data/getLayoutAndDataList', list, from);
    expect(await asked('')).toMatchObject({ code: codeOf('SESSION_INVALID') });
    expect(await asked(cookie)).toMatchObject(MISSING);
    expect(await world.get('/api/landing', { cookie })).toMatchObject({ code: 0 });
  });

  it('may do everything once it is set up, in the same session', async () => {
    const { cookie } = await calls.setUp('staff');
    expect(await world.get('/api/staff/log/verify?count=1', { cookie })).toMatchObject({ code: 0 });
    const profile = await world.get<{ mustSetFactor: boolean }>('/api/rong/user/profile/v2', { cookie });
    expect(profile.data.mustSetFactor).toBe(false);
  });

  it('cannot end it', async () => {
    const { cookie, secret } = await calls.setUp('staff');
    world.pass(30);
    const body = { password: TEST_PASSWORD, code: codeAt(secret, world.now()) };
    expect(await calls.json(endFactor.path, body, cookie)).toMatchObject({ code: codeOf('FORBIDDEN') });
  });

  it('have sessions of half a day, and of an hour without a request, each of them in the log', async () => {
    const { cookie, secret } = await calls.setUp('staff');
    const profile = async (from: string) => (await world.get('/api/rong/user/profile/v2', { cookie: from })).code;
    world.pass(STAFF_IDLE_SECONDS - 1);
    expect(await profile(cookie)).toBe(0);
    const { ticket } = (await calls.signIn('staff')).data;
    const busy = (await calls.pass(ticket, codeAt(secret, world.now()))).cookie;
    const { db } = world.test.services.database;
    world.pass(STAFF_SESSION_SECONDS - 1);
    await db.updateTable('session').set({ seen_at: world.now().toISOString() }).execute();
    expect(await profile(busy)).toBe(0);
    world.pass(6);
    expect(await profile(busy)).toBe(codeOf('CERTIFICATE_EXPIRED'));
    const again = await calls.pass(await calls.ticketOf('staff'), codeAt(secret, world.now()));
    world.pass(STAFF_IDLE_SECONDS);
    expect(await profile(again.cookie)).toBe(codeOf('CERTIFICATE_EXPIRED'));
    const factors = (await log('staff.signedIn')).map(({ details }) => details);
    expect(factors).toMatchObject([{ factor: false }, { factor: true }, { factor: true }]);
  });

  it('are the only ones of whom it is asked', async () => {
    const { cookie, data } = await calls.signIn<{ mustSetFactor: boolean }>('investor');
    expect(data.mustSetFactor).toBe(false);
    expect(await world.get('/api/rong/user/devices', { cookie })).toMatchObject({ code: 0 });
  });
});

describe('a lost phone', () => {
  const reset = (uid: string, cookie: string, reason = '本人来电，已核对身份') =>
    calls.json(resetUserFactor.path.replace('{uid}', uid), { reason }, cookie);

  it('is helped by another member of staff with a reason that is kept, and every session ends', async () => {
    const lost = await calls.setUp('member');
    const { cookie } = await calls.setUp('staff');
    const id = await idOf('member');
    expect(await reset(id, cookie, '')).toMatchObject({ code: codeOf('INVALID_BODY') });
    expect(await reset(id, cookie)).toMatchObject({ code: 0 });
    expect(await world.get('/api/rong/user/profile/v2', { cookie: lost.cookie })).toMatchObject({
      code: codeOf('ACCESS_CHANGED'),
    });
    expect(await calls.signIn('member')).toMatchObject({ code: 0 });
    expect(await log('user.factorReset')).toMatchObject([{ target_id: id, reason: '本人来电，已核对身份' }]);
    expect(await reset(id, cookie)).toMatchObject({ code: codeOf('CONFLICT'), msg: '该账号尚未开启两步验证' });
  });

  it('is not helped by oneself', async () => {
    const { cookie } = await calls.setUp('staff');
    expect(await reset(await idOf('staff'), cookie)).toMatchObject({ code: codeOf('FORBIDDEN') });
  });

  it('of the only member of staff is helped by the command, with a reason', async () => {
    const { cookie } = await calls.setUp('staff');
    const accounts = new StaffAccounts(world.test.services.database, world.now);
    await expect(accounts.resetFactor('staff', ' ')).rejects.toThrow('原因');
    await accounts.resetFactor('staff', '手机丢失');
    expect(await log('user.factorReset')).toMatchObject([{ actor_id: null, reason: '由服务器命令行操作：手机丢失' }]);
    expect(await world.get('/api/staff/log/verify?count=1', { cookie })).toMatchObject({ status: 401 });
    expect(await calls.signIn('staff')).toMatchObject({ data: { mustSetFactor: true } });
  });
});
