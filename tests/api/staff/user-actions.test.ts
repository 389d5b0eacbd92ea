import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Duty } from '#schemas/metadata/duty.ts';
import { createApp } from '#server/app.ts';
import { openDatabase } from '#server/db/database.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices } from '#server/services.ts';
import { insertAccounts } from '#server/commands/seed/queries.ts';
import { hashPassword } from '#server/platform/accounts/password.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { approveAll } from '#tests/support/staff/approve-requests.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { codeOf, openTestApp, TEST_NOW, TEST_PASSWORD, type TestApp } from '#tests/support/app/test-app.ts';

const REASON = '多次发送广告信息';
let test: TestApp;
let staff: ReturnType<typeof staffRequests>;
let people = 0;
let password: string;

beforeAll(async () => {
  test = await openTestApp();
  staff = staffRequests(test);
  password = await hashPassword(TEST_PASSWORD);
});
afterAll(() => test.close());

/** A new user, so that no test affects another. */
async function somebody(duties: readonly Duty[] = []): Promise<{ uid: string; username: string }> {
  people += 1;
  const username = `somebody-${people}`;
  const phone = `+861990000${2000 + people}`;
  const account = { username, name: `某人${people}`, phone, roles: [], isSvip: false, duties };
  await insertAccounts(test.services.database, [account], password, TEST_NOW);
  return { uid: await staff.uidOf(username), username };
}
const logged = async (uid: string) =>
  (await staff.log(`?targetKind=account&targetId=${uid}`)).list.map(({ action, reason }) => [action, reason]);

describe('a frozen account', () => {
  let person: { uid: string; username: string };
  beforeEach(async () => {
    person = await somebody();
  });

  it('is thrown out of every browser with the words, and cannot come back', async () => {
    const cookies = [await staff.signIn(person.username), await staff.signIn(person.username)];
    for (const cookie of cookies) expect((await staff.whoIs(cookie)).code).toBe(0);
    expect((await staff.act(person.uid, 'freeze', { reason: REASON })).code).toBe(0);
    expect(await staff.user(person.uid)).toMatchObject({ state: 'frozen', frozenReason: REASON, sessions: 0 });
    for (const cookie of cookies)
      expect(await staff.whoIs(cookie)).toMatchObject({ code: 100000008, msg: '账号已被冻结，如有疑问请联系客服' });
    expect(await staff.signIn(person.username)).toBe('undefined');
    expect(await logged(person.uid)).toEqual([['user.frozen', REASON]]);
  });

  it('is informed of it by lists and records as well, which ask for a session only once they know the object', async () => {
    const cookie = await staff.signIn(person.username);
    await staff.act(person.uid, 'freeze', { reason: REASON });
    const ask = async (method: 'GET' | 'POST', url: string, payload?: object) =>
      (await test.app.inject({ method, url, headers: { cookie }, ...(payload && { payload }) })).json<{
        code: number;
      }>();
    const DATA = '/api/metadata/data';
    const list = { objectApiName: 'InsightCompany' };
    expect((await ask('POST', `${DATA}/getLayoutAndDataList`, list)).code).toBe(100000008);
    expect((await ask('GET', `${DATA}/InsightCompany/1`)).code).toBe(100000008);
  });

  it('comes back by signing in once it is let in again; its old sessions stay over', async () => {
    const cookie = await staff.signIn(person.username);
    await staff.act(person.uid, 'freeze', { reason: REASON });
    expect((await staff.act(person.uid, 'unfreeze', { reason: '核实为误判' })).code).toBe(0);
    expect(await staff.user(person.uid)).toMatchObject({ state: 'active' });
    expect((await staff.whoIs(cookie)).code).toBe(100000008);
    expect((await staff.whoIs(await staff.signIn(person.username))).code).toBe(0);
  });

  it('is frozen once: a second time is reported, and logged once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => staff.act(person.uid, 'freeze', { reason: REASON })));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      0,
      codeOf('CONFLICT'),
      codeOf('CONFLICT'),
    ]);
    expect((await staff.act(person.uid, 'freeze', { reason: REASON })).msg).toBe('该账号已处于冻结状态');
    expect(await logged(person.uid)).toHaveLength(1);
  });

  it('needs a reason of two characters or more', async () => {
    for (const reason of [undefined, '', '一', '   ', ' 一 ', '长'.repeat(501)])
      expect((await staff.act(person.uid, 'freeze', { reason })).status).toBe(422);
    expect(await logged(person.uid)).toEqual([]);
    expect((await staff.act(person.uid, 'freeze', { reason: '二字' })).code).toBe(0);
  });
});

it.skipIf(!onPostgres)('freezing reaches the other processes without their asking', async () => {
  const { uid, username } = await somebody();
  const database = await openDatabase({ ...test.store.address, connections: 4 });
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const other = fromOwnPage(await createApp(await openServices(database, shipped, () => TEST_NOW)));
  const cookie = await staff.signIn(username);
  const ask = async () =>
    (await other.inject({ url: '/api/rong/user/profile/v2', headers: { cookie } })).json<{ code: number }>().code;
  expect(await ask()).toBe(0);
  await staff.act(uid, 'freeze', { reason: REASON });
  // The clock does not move here: an answer from memory would never expire.
  await expect.poll(ask).toBe(100000008);
  await other.close();
  await database.close();
});

describe('what staff give', () => {
  it('coins: once for each press, however often it is sent', async () => {
    const { uid } = await somebody();
    const body = { amount: 120, reason: '活动奖励', clientKey: staff.key() };
    const answers = await Promise.all([1, 2, 3, 4].map(() => staff.act(uid, 'coins', body)));
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    await approveAll(test);
    expect((await staff.user(uid))['balance']).toBe(120);
    expect(await logged(uid)).toEqual([
      ['request.approved', '活动奖励'],
      ['coins.granted', '活动奖励'],
      ['request.filed', '活动奖励'],
    ]);
    await staff.act(uid, 'coins', { ...body, clientKey: staff.key() });
    await approveAll(test);
    expect((await staff.user(uid))['balance']).toBe(240);
  });

  it('SVIP: the days are added behind those there are, once for each press, and hold at once', async () => {
    const { uid, username } = await somebody();
    const cookie = await staff.signIn(username);
    expect((await staff.whoIs(cookie)).code).toBe(0);
    const body = { days: 30, reason: '客户补偿', clientKey: staff.key() };
    await Promise.all([1, 2, 3].map(() => staff.act(uid, 'vip', body)));
    await approveAll(test);
    expect(await staff.user(uid)).toMatchObject({ vip: 'term', vipUntil: '2026-12-21T04:00:00.000Z' });
    await staff.act(uid, 'vip', { ...body, days: 1, clientKey: staff.key() });
    await approveAll(test);
    expect(await staff.user(uid)).toMatchObject({ vipUntil: '2026-12-22T04:00:00.000Z' });
    expect(await staff.whoIs(cookie)).toMatchObject({ code: 0, data: { vipType: 3 } });
    expect((await logged(uid)).filter(([action]) => action === 'vip.granted')).toHaveLength(2);
  });

  it('a key that represented one action cannot represent another', async () => {
    const { uid } = await somebody();
    const clientKey = staff.key();
    await staff.act(uid, 'coins', { amount: 10, reason: '活动奖励', clientKey });
    expect((await staff.act(uid, 'coins', { amount: 11, reason: '活动奖励', clientKey })).code).toBe(
      codeOf('CONFLICT'),
    );
    expect((await staff.act(uid, 'vip', { days: 10, reason: '活动奖励', clientKey })).code).toBe(codeOf('CONFLICT'));
    await approveAll(test);
    expect((await staff.user(uid))['balance']).toBe(10);
  });

  it.each([
    ['coins', { amount: 0 }],
    ['coins', { amount: -5 }],
    ['coins', { amount: 1.5 }],
    ['coins', { amount: 100_001 }],
    ['coins', { amount: '5' }],
    ['vip', { days: 0 }],
    ['vip', { days: 3661 }],
  ])('%s of %o are refused', async (action, body) => {
    const { uid } = await somebody();
    expect((await staff.act(uid, action, { ...body, reason: '活动奖励', clientKey: staff.key() })).status).toBe(422);
    expect(await logged(uid)).toEqual([]);
  });
});

describe('the role of staff', () => {
  it('is given and taken; each time the person is informed that the access changed', async () => {
    const { uid, username } = await somebody();
    const before = await staff.signIn(username);
    expect((await staff.act(uid, 'staff', { duties: ['audit', 'money'], reason: '新同事入职' })).code).toBe(0);
    await approveAll(test);
    expect(await staff.user(uid)).toMatchObject({ roles: ['staff'], duties: ['audit', 'money'] });
    expect(await staff.whoIs(before)).toMatchObject({ code: 100000003, msg: '授权信息已变更，请重新登录！' });
    const during = await staff.signIn(username);
    await staff.act(uid, 'staff', { duties: [], reason: '同事离职' });
    await approveAll(test);
    expect((await staff.whoIs(during)).code).toBe(100000003);
    expect((await logged(uid)).filter(([action = '']) => action.startsWith('staff.'))).toEqual([
      ['staff.revoked', '同事离职'],
      ['staff.signedIn', '本人操作'],
      ['staff.granted', '新同事入职'],
    ]);
    expect((await staff.act(uid, 'staff', { duties: [], reason: '同事离职' })).msg).toBe('该账号不是运营人员');
  });

  it('stays with the last who has it', async () => {
    const me = await staff.uidOf('staff');
    await staff.act(await staff.uidOf('access'), 'freeze', { reason: REASON });
    expect(await staff.act(me, 'staff', { duties: [], reason: '不想做了' })).toMatchObject({
      code: codeOf('CONFLICT'),
      msg: '至少需要保留一名负责“账号与权限”的运营人员',
    });
    // A frozen user cannot take it over.
    const other = await somebody(['access']);
    await staff.act(other.uid, 'freeze', { reason: REASON });
    expect((await staff.act(me, 'staff', { duties: [], reason: '不想做了' })).code).toBe(codeOf('CONFLICT'));
  });

  it('leaves one of two who freeze each other at the same moment', async () => {
    const [first, second] = [await somebody(['access']), await somebody(['access'])];
    const freeze = async (cookie: string, uid: string) =>
      (
        await test.app.inject({
          method: 'POST',
          url: `/api/staff/users/${uid}/freeze`,
          headers: { cookie },
          payload: { reason: REASON },
        })
      ).json<{ code: number }>().code;
    const [a, b] = [await staff.signIn(first.username), await staff.signIn(second.username)];
    const codes = await Promise.all([freeze(a, second.uid), freeze(b, first.uid)]);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
  });
});

it('no user of the staff freezes, or gives to, themselves', async () => {
  const me = await staff.uidOf('staff');
  for (const [action, body] of [
    ['freeze', { reason: REASON }],
    ['unfreeze', { reason: REASON }],
    ['vip', { days: 1, reason: REASON, clientKey: staff.key() }],
    ['coins', { amount: 1, reason: REASON, clientKey: staff.key() }],
  ] as const)
    expect((await staff.act(me, action, body)).code).toBe(codeOf('FORBIDDEN'));
  expect(await staff.user(me)).toMatchObject({ state: 'active', balance: 0, kind: ['staff'] });
  expect(await logged(me)).toEqual([['staff.signedIn', '本人操作']]);
});

it('an account that is closed is left alone', async () => {
  const { uid } = await somebody();
  await test.services.database.pool.query('update account set closed_at = now() where id = $1', [uid]);
  expect((await staff.act(uid, 'freeze', { reason: REASON })).msg).toBe('该账号已注销');
  expect((await staff.user(uid))['state']).toBe('closed');
});
