import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Duty, DUTIES } from '#schemas/metadata/duty.ts';
import { listObjects } from '#schemas/api/metadata.ts';
import { FAILURES } from '#shared/errors.ts';
import { made, savedDefinition } from '#tests/support/editing.ts';
import { signInBy } from '#tests/support/account/people.ts';
import { askList } from '#tests/support/staff/staff-list.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const REASON = '工作需要';
let test: TestApp;
let staff: ReturnType<typeof staffRequests>;
beforeAll(async () => {
  test = await openTestApp();
  staff = staffRequests(test);
});
afterAll(() => test.close());

const menuOf = async (who: Who) =>
  made(await test.get<readonly { route?: string }[]>(who, listObjects.path))
    .flatMap(({ route }) => route ?? [])
    .filter((route) => route.startsWith('/staff/'));
const record = (who: Who, objectApiName: string, values: object) =>
  test.post<{ record: { id: string; version: number } }>(who, `/api/metadata/data/${objectApiName}`, {
    clientKey: staff.key(),
    values,
  });

describe('staff with one duty', () => {
  it.each([
    [
      'data',
      ['/staff/duplicates', '/staff/bulk-edits', '/staff/legal'],
      ['/staff/users', '/staff/orders', '/staff/log'],
    ],
    ['audit', ['/staff/identity', '/staff/reports', '/staff/log', '/staff/users'], ['/staff/orders', '/staff/merges']],
    ['money', ['/staff/orders', '/staff/codes', '/staff/users'], ['/staff/log', '/staff/reports', '/staff/duplicates']],
    ['access', ['/staff/users'], ['/staff/orders', '/staff/codes', '/staff/reports', '/staff/bulk-edits']],
  ] as const)('for %s have the lists of that duty and no others', async (duty, open, closed) => {
    const routes = await menuOf(duty);
    expect(routes).toEqual(expect.arrayContaining([...open]));
    expect(routes.filter((route) => closed.some((each) => each === route))).toEqual([]);
  });

  it('together have every list that one of staff with all of them has', async () => {
    const each = await Promise.all(DUTIES.map((duty) => menuOf(duty)));
    expect([...new Set(each.flat())].toSorted()).toEqual((await menuOf('staff')).toSorted());
  });

  it('read what SVIPs read without one, whatever the duty', async () => {
    const { id } = made(await record('staff', 'InsightOrg', { name: '星河资本' })).record;
    for (const duty of DUTIES)
      expect(await test.get(duty, `/api/metadata/data/InsightOrg/${id}`)).toMatchObject({ status: 200 });
  });

  it('change records of the objects that their duty is for, and of no others', async () => {
    const wanted: readonly (readonly [Duty, string, object, number])[] = [
      ['data', 'InsightOrg', { name: '数据资本' }, 200],
      ['money', 'InsightOrg', { name: '财务资本' }, 403],
      ['data', 'RowBudget', {}, 403],
      ['access', 'RowBudget', {}, 422],
      ['data', 'Product', {}, 403],
      ['money', 'Product', {}, 422],
    ];
    for (const [duty, objectApiName, values, status] of wanted)
      expect([duty, objectApiName, (await record(duty, objectApiName, values)).status]).toEqual([
        duty,
        objectApiName,
        status,
      ]);
  });

  it('neither retire nor merge nor import records of an object that is not theirs', async () => {
    const retired = await test.post('data', '/api/metadata/data/Product/1/archive', { reason: REASON });
    expect(retired).toMatchObject({ code: codeOf('FORBIDDEN') });
    const pair = { survivorId: '1', loserId: '2', survivorVersion: 1, loserVersion: 1, choices: {} };
    const merged = { objectApiName: 'Product', ...pair, reason: REASON, clientKey: staff.key() };
    expect(await test.post('data', '/api/staff/merge', merged)).toMatchObject({ code: codeOf('FORBIDDEN') });
  });

  it('do not open what is not theirs by changing who may', async () => {
    const definition = savedDefinition(test, 'InvestorAuth');
    const access = { ...definition.access, duties: ['data', 'audit'] as Duty[] };
    const save = (who: Who, next: object) =>
      test.post<{ definition: { version: number } }>(who, '/api/metadata/object/save', {
        baseVersion: savedDefinition(test, 'InvestorAuth').version,
        definition: { ...definition, ...next },
      });
    for (const next of [{ access }, { access: { ...definition.access, list: 'everyone' } }])
      expect(await save('data', next)).toMatchObject({
        code: codeOf('FORBIDDEN'),
        msg: '只有负责这个对象的产品人员可以修改其权限',
      });
    expect(await save('data', { label: '投资人的认证' })).toMatchObject({ code: 0 });
  });

  it('see neither sealed values unless they audit, nor phone numbers unless they see to accounts', async () => {
    const { rows } = await sql<{ id: string }>`select id from account where username = 'founder'`.execute(
      test.services.database.db,
    );
    for (const duty of ['data', 'money', 'access'] as const) {
      const reveal = { field: 'idNumber', reason: REASON };
      const revealed = await test.post(duty, `/api/staff/records/InvestorAuth/1/reveal`, reveal);
      expect(revealed).toMatchObject({ code: codeOf('FORBIDDEN') });
      const phone = await test.post(duty, `/api/staff/users/${rows[0]?.id}/phone`, { reason: REASON });
      expect([duty, phone.status]).toEqual([duty, duty === 'access' ? 200 : 403]);
    }
  });
});

describe('a duty that is taken away', () => {
  it('ends the sessions of its holder, who may do nothing of it when they sign in again', async () => {
    const uid = await staff.uidOf('money');
    const before = await signInBy(test, 'money');
    await sql`update account set duties = '{audit}' where id = ${uid}`.execute(test.services.database.db);
    await test.services.changes.announce(uid);
    expect(await before.send('POST', '/api/staff/codes', {})).toMatchObject({ code: FAILURES.FORBIDDEN.code });
    expect((await askList(test, 'Order', {}, 'money')).code).toBe(codeOf('FORBIDDEN'));
    expect((await askList(test, 'Report', {}, 'money')).code).toBe(0);
  });

  it('is looked at again within the action itself: a process that has not heard of it yet does nothing', async () => {
    const { database } = test.services;
    const uid = await staff.uidOf('access');
    const founder = await staff.uidOf('founder');
    const open = await signInBy(test, 'access');
    const freeze = () => open.send('POST', `/api/staff/users/${founder}/freeze`, { reason: REASON });
    expect(await open.send('GET', '/api/rong/user/profile/v2')).toMatchObject({ data: { duties: ['access'] } });
    await sql`update account set duties = '{data}' where id = ${uid}`.execute(database.db);
    expect(await freeze()).toMatchObject({ code: FAILURES.FORBIDDEN.code });
    expect(await staff.user(founder)).toMatchObject({ state: 'active' });
  });
});

describe('the database', () => {
  it.each([
    [`update account set duties = '{}' where username = 'staff'`],
    [`update account set duties = '{money}' where username = 'member'`],
    [`update account set duties = '{everything}' where username = 'staff'`],
  ])('refuses staff without a duty, other users with one, and one that is unknown: %s', async (statement) => {
    await expect(sql.raw(statement).execute(test.services.database.db)).rejects.toThrow(/check constraint/);
  });
});
