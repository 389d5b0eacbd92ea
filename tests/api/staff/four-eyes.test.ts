import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Duty } from '#schemas/metadata/duty.ts';
import { createApp } from '#server/app.ts';
import { StaffAccounts } from '#server/commands/staff-accounts.ts';
import { insertAccounts } from '#server/commands/seed/queries.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openDatabase } from '#server/db/database.ts';
import { openServices } from '#server/services.ts';
import { hashPassword } from '#server/platform/accounts/password.ts';
import { lapseRequests } from '#server/platform/staff-requests/queries.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { signInBy } from '#tests/support/account/people.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { decideRequest, openRequests } from '#tests/support/staff/approve-requests.ts';
import { askList } from '#tests/support/staff/staff-list.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { codeOf, openTestApp, TEST_NOW, TEST_PASSWORD, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
let staff: ReturnType<typeof staffRequests>;
let now = TEST_NOW;
let people = 0;
let password: string;
beforeAll(async () => {
  test = await openTestApp(undefined, { now: () => now });
  staff = staffRequests(test);
  password = await hashPassword(TEST_PASSWORD);
});
afterAll(() => test.close());

/** An account of a test's own. */
async function account(duties: readonly Duty[] = []): Promise<{ uid: string; username: string }> {
  people += 1;
  const username = `one-${people}`;
  const rest = { name: `某人${people}`, phone: `+861990000${3000 + people}`, roles: [], isSvip: false };
  await insertAccounts(test.services.database, [{ ...rest, username, duties }], password, TEST_NOW);
  return { uid: await staff.uidOf(username), username };
}
const run = (statement: string) => sql.raw(statement).execute(test.services.database.db);
const balanceOf = async (uid: string) => (await staff.user(uid))['balance'];
/** A request for coins that `staff` files; gives its id. */
async function askCoins(uid: string, amount = 100): Promise<string> {
  const body = { amount, reason: '活动奖励', clientKey: staff.key() };
  expect(await staff.act(uid, 'coins', body)).toMatchObject({ code: 0 });
  return (await openRequests(test)).at(-1)?.id ?? '';
}
async function askDuties(uid: string, duties: readonly Duty[]): Promise<string> {
  expect(await staff.act(uid, 'staff', { duties, reason: '岗位调整' })).toMatchObject({ code: 0 });
  return (await openRequests(test, 'AccessRequest')).at(-1)?.id ?? '';
}
const logged = async (uid: string) =>
  (await staff.log(`?targetKind=account&targetId=${uid}`)).list.map(({ action, actorName }) => [action, actorName]);
const stateOf = async (id: string) => (await run(`select state from staff_request where id = ${id}`)).rows[0];
const FORBIDDEN = { code: codeOf('FORBIDDEN') };
const CONFLICT = { code: codeOf('CONFLICT') };

describe('what one of staff asks for', () => {
  it('takes effect when another approves it, with both names in the log and a word to both', async () => {
    const { uid, username } = await account();
    const id = await askCoins(uid);
    expect(await balanceOf(uid)).toBe(0);
    expect(await decideRequest(test, 'money', id)).toMatchObject({ code: 0 });
    expect(await balanceOf(uid)).toBe(100);
    expect(await logged(uid)).toEqual([
      ['request.approved', '示例财务专员'],
      ['coins.granted', '示例财务专员'],
      ['request.filed', '示例运营'],
    ]);
    const feed = async (who: string) =>
      (
        await (
          await signInBy(test, who)
        ).send<{ list: { title: string }[] }>('GET', '/api/rong/systemMsgList?tplId=300&type=3')
      ).data.list.map(({ title }) => title);
    expect(await feed(username)).toContain('鲸币已到账');
    expect(await feed('staff')).toContain('申请已批准');
  });

  it('is never approved by the same account, in whatever session, nor by the one whom it is for', async () => {
    const { uid } = await account();
    const id = await askCoins(uid);
    const elsewhere = await signInBy(test, 'staff', 'another browser');
    for (const how of ['approve', 'reject'] as const) {
      expect(await decideRequest(test, 'staff', id, how)).toMatchObject(FORBIDDEN);
      expect(await elsewhere.send('POST', `/api/staff/requests/${id}/${how}`, { reason: '自己' })).toMatchObject(
        FORBIDDEN,
      );
    }
    const forMoney = await askCoins(await staff.uidOf('money'));
    expect(await decideRequest(test, 'money', forMoney)).toMatchObject({
      ...FORBIDDEN,
      msg: '不能处理与自己有关的申请',
    });
    expect([await balanceOf(uid), await balanceOf(await staff.uidOf('money'))]).toEqual([0, 0]);
  });

  it('is approved once, by however many at the same moment', async () => {
    const { uid } = await account();
    const other = await signInBy(test, (await account(['money'])).username);
    const id = await askCoins(uid);
    const approve = () => other.send('POST', `/api/staff/requests/${id}/approve`);
    const answers = await Promise.all([
      approve(),
      decideRequest(test, 'money', id),
      approve(),
      decideRequest(test, 'money', id),
    ]);
    expect(answers.map(({ code }) => code).filter((code) => code === 0)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === codeOf('CONFLICT'))).toHaveLength(3);
    expect(await balanceOf(uid)).toBe(100);
  });

  it.skipIf(!onPostgres)('is approved once, also by two processes', async () => {
    const { uid } = await account();
    const { username } = await account(['money']);
    const database = await openDatabase({ ...test.store.address, connections: 4 });
    const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
    const services = await openServices(database, shipped, () => now);
    const app = fromOwnPage(await createApp(services));
    const other = await signInBy({ app, services }, username);
    const id = await askCoins(uid);
    const answers = await Promise.all([
      other.send('POST', `/api/staff/requests/${id}/approve`),
      decideRequest(test, 'money', id),
    ]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, codeOf('CONFLICT')]);
    expect(await balanceOf(uid)).toBe(100);
    await app.close();
    await database.close();
  });

  it('is approved by those alone who have the duty now, for those alone who still have it', async () => {
    const { uid } = await account();
    const approver = await account(['money']);
    const browser = await signInBy(test, approver.username);
    const id = await askCoins(uid);
    for (const who of ['data', 'audit', 'access', 'member'] as const)
      expect(await decideRequest(test, who, id)).toMatchObject(FORBIDDEN);
    // The process has not heard of it yet.
    expect(await browser.send('GET', '/api/rong/user/profile/v2')).toMatchObject({ data: { duties: ['money'] } });
    await run(`update account set duties = '{data}' where id = ${approver.uid}`);
    expect(await browser.send('POST', `/api/staff/requests/${id}/approve`)).toMatchObject(FORBIDDEN);
    const asker = await account(['money']);
    const body = { amount: 5, reason: '活动奖励', clientKey: staff.key() };
    await (await signInBy(test, asker.username)).send('POST', `/api/staff/users/${uid}/coins`, body);
    const [last] = (await openRequests(test)).toReversed();
    await run(`update account set duties = '{data}' where id = ${asker.uid}`);
    expect(await decideRequest(test, 'money', last?.id)).toMatchObject({
      ...CONFLICT,
      msg: '提出申请的人已不再负责此项，申请不能批准',
    });
    expect(await balanceOf(uid)).toBe(0);
  });

  it('is looked at again: nothing is given to an account that was frozen or closed since', async () => {
    const [frozen, closed] = [await account(), await account()];
    const ids = [await askCoins(frozen.uid), await askCoins(closed.uid)];
    await run(`update account set frozen_at = now() where id = ${frozen.uid}`);
    await run(`update account set closed_at = now() where id = ${closed.uid}`);
    expect(await decideRequest(test, 'money', ids[0])).toMatchObject({
      ...CONFLICT,
      msg: '该账号已被冻结，请先解除冻结',
    });
    expect(await decideRequest(test, 'money', ids[1])).toMatchObject({ ...CONFLICT, msg: '该账号已注销' });
    expect([await stateOf(ids[0] ?? ''), await balanceOf(frozen.uid)]).toEqual([{ state: 'open' }, 0]);
  });

  it('comes to nothing when it is refused or taken back, and is decided on once', async () => {
    const { uid } = await account();
    const [refused, back] = [await askCoins(uid), await askCoins(uid)];
    expect(await decideRequest(test, 'money', refused, 'reject')).toMatchObject({ code: 0 });
    expect(await decideRequest(test, 'money', back, 'withdraw')).toMatchObject(FORBIDDEN);
    expect(await decideRequest(test, 'staff', back, 'withdraw')).toMatchObject({ code: 0 });
    for (const id of [refused, back]) expect(await decideRequest(test, 'money', id)).toMatchObject(CONFLICT);
    expect(await decideRequest(test, 'money', '999999')).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
    expect(await balanceOf(uid)).toBe(0);
    expect((await logged(uid)).map(([action]) => action)).toEqual([
      'request.withdrawn',
      'request.rejected',
      'request.filed',
      'request.filed',
    ]);
  });

  it('is over after seven days', async () => {
    const { uid } = await account();
    const id = await askCoins(uid);
    now = new Date(now.getTime() + 7 * DAY_MS);
    expect(await decideRequest(test, 'money', id)).toMatchObject({ ...CONFLICT, msg: '这条申请已过期' });
    await lapseRequests(test.services.database.db, now);
    expect([await stateOf(id), await balanceOf(uid)]).toEqual([{ state: 'lapsed' }, 0]);
  });

  it('cannot be approved behind the product’s back by the account that asked, or by the one whom it is for', async () => {
    const { uid } = await account();
    const id = await askCoins(uid);
    const end = (by: string) =>
      run(`update staff_request set state = 'approved', decided_at = now(), decided_by = ${by} where id = ${id}`);
    await expect(end('requested_by')).rejects.toThrow(/four_eyes/);
    await expect(end('account_id')).rejects.toThrow(/beneficiary/);
  });
});

describe('duties', () => {
  it('change when another of those who see to accounts approves it, and the sessions end then', async () => {
    const { uid, username } = await account();
    const before = await staff.signIn(username);
    const id = await askDuties(uid, ['audit', 'money']);
    expect((await staff.whoIs(before)).code).toBe(0);
    expect(await staff.act(uid, 'staff', { duties: ['data'], reason: '再次' })).toMatchObject(CONFLICT);
    expect(await decideRequest(test, 'money', id)).toMatchObject(FORBIDDEN);
    expect((await askList(test, 'AccessRequest', {}, 'money')).code).toBe(codeOf('FORBIDDEN'));
    expect(await decideRequest(test, 'access', id)).toMatchObject({ code: 0 });
    expect((await staff.whoIs(before)).code).toBe(codeOf('ACCESS_CHANGED'));
    expect(await staff.user(uid)).toMatchObject({ duties: ['audit', 'money'] });
    await decideRequest(test, 'access', await askDuties(uid, []));
    expect((await staff.user(uid))['duties']).toBeUndefined();
  });

  it('of oneself are asked for as those of others, and approved by another', async () => {
    const keeper = await account(['access']);
    const browser = await signInBy(test, keeper.username);
    const body = { duties: ['access', 'money'], reason: '兼任财务' };
    expect(await browser.send('POST', `/api/staff/users/${keeper.uid}/staff`, body)).toMatchObject({ code: 0 });
    const [own] = await openRequests(test, 'AccessRequest');
    expect(await browser.send('POST', `/api/staff/requests/${own?.id}/approve`)).toMatchObject(FORBIDDEN);
    expect(await decideRequest(test, 'access', own?.id)).toMatchObject({ code: 0 });
    expect(await staff.user(keeper.uid)).toMatchObject({ duties: ['money', 'access'] });
  });
});

describe('on the server', () => {
  it('a request is approved only where no other of staff could, with a reason', async () => {
    const accounts = new StaffAccounts(test.services.database, () => now);
    const { uid } = await account();
    const id = await askCoins(uid);
    await expect(accounts.approve(id, '仅一名财务人员')).rejects.toThrow('请由其他运营人员在网页中批准：');
    await run(`update account set frozen_at = now() where 'money' = any(duties) and username <> 'staff'`);
    await expect(accounts.approve(id, ' ')).rejects.toThrow('原因至少');
    expect((await accounts.requests()).map((each) => each.id)).toContain(id);
    await accounts.approve(id, '仅一名财务人员');
    expect(await balanceOf(uid)).toBe(100);
    const [entry] = (await staff.log(`?action=request.approved`)).list;
    expect(entry).toMatchObject({ actorName: '系统', reason: '由服务器命令行操作：仅一名财务人员' });
  });

  it('the duty of the last who sees to accounts is not taken, should the others have gone since it was asked for', async () => {
    const accounts = new StaffAccounts(test.services.database, () => now);
    const id = await askDuties(await staff.uidOf('staff'), ['data']);
    await run(`update account set frozen_at = now() where 'access' = any(duties) and username <> 'staff'`);
    const words = '至少需要保留一名负责“账号与权限”的运营人员';
    await expect(accounts.approve(id, '仅一名负责人')).rejects.toThrow(words);
    expect(await staff.user(await staff.uidOf('staff'))).toMatchObject({
      duties: ['data', 'audit', 'money', 'access'],
    });
  });
});
