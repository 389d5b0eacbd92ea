import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAccount, signInBy, type SignedIn } from '#tests/support/account/people.ts';
import { openPassportWorld, type PassportWorld, SIGN_IN } from '#tests/support/account/passport.ts';
import { TEST_PASSWORD } from '#tests/support/app/test-app.ts';

let world: PassportWorld;
let staff: SignedIn;
let member: SignedIn;
let uid: string;

beforeAll(async () => {
  world = await openPassportWorld();
  uid = await newAccount(world.test, { username: 'lvren', name: '示例旅人' });
  staff = await signInBy(world.test, 'staff');
  member = await signInBy(world.test, 'lvren');
});
afterAll(() => world.close());

const entries = async (action: string) =>
  world.test.services.database.db
    .selectFrom('audit_log')
    .select(['actor_id', 'target_kind', 'target_id', 'details'])
    .where('action', '=', action)
    .orderBy('id')
    .execute();
const list = (who: SignedIn, objectApiName: string) =>
  who.send('POST', '/api/metadata/data/getLayoutAndDataList', { objectApiName });

describe('what staff read of users', () => {
  it('is in the log with who and what, once a minute for the same, and not for public records or the owner', async () => {
    await list(member, 'WorkRecord');
    await list(staff, 'InsightNews');
    expect(await entries('personal.read')).toEqual([]);
    await Promise.all([list(staff, 'User'), list(staff, 'User'), list(staff, 'WorkRecord')]);
    const read = (await entries('personal.read')).map(({ target_kind: kind, target_id: id }) => `${kind} ${id}`);
    expect(read.toSorted()).toEqual(['object User', 'object WorkRecord']);
    expect((await entries('personal.read')).every(({ actor_id: id }) => id !== uid && id !== null)).toBe(true);
    world.pass(60);
    await list(staff, 'User');
    expect(await entries('personal.read')).toHaveLength(3);
  });

  it('is not shown where it cannot be noted', async () => {
    world.pass(60);
    const { pool } = world.test.services.database;
    await pool.query('alter table audit_log rename to audit_log_away');
    const refused = await list(staff, 'User');
    await pool.query('alter table audit_log_away rename to audit_log');
    expect(refused.status).toBe(500);
    expect(JSON.stringify(refused)).not.toContain('lvren');
    expect((await list(staff, 'User')).status).toBe(200);
  });
});

it('what staff look at with the eyes of another kind of user is in the log with that kind, and what they look at as themselves is not', async () => {
  world.pass(60);
  const seen = (body: object) =>
    staff.send('POST', '/api/metadata/data/getLayoutAndDataList', { objectApiName: 'InsightNews', ...body });
  await seen({});
  await seen({ as: 'founder' });
  await seen({ as: 'founder' });
  await seen({ as: 'svip' });
  const taken = await entries('viewpoint.taken');
  expect(taken.map(({ target_kind: kind, target_id: id, details }) => [kind, id, details])).toEqual([
    ['object', 'InsightNews', { as: 'founder' }],
    ['object', 'InsightNews', { as: 'svip' }],
  ]);
});

it('an export is in the log with who, which object, how it was narrowed and how many rows left', async () => {
  const values = { organization: '示例科技', position: '工程师', startOn: '2020', isCurrent: true };
  await member.send('POST', '/api/rong/user/work/add', { clientKey: 'exported-work', values });
  const filter = { and: [{ field: 'position', op: 'contains', value: '工程' }] };
  const asked = await staff.send<{ id: string }>('POST', '/api/metadata/export', {
    objectApiName: 'WorkRecord',
    format: 'csv',
    filter,
  });
  await world.test.app.inject({ url: `/api/metadata/export/${asked.data.id}/file`, headers: { cookie: staff.cookie } });
  const [entry, ...more] = await entries('record.exported');
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ target_kind: 'object', target_id: 'WorkRecord' });
  expect(entry?.details).toMatchObject({ format: 'csv', status: 'done', rows: 1, filter });
});

describe('wrong passwords', () => {
  const wrong = (username: string, address: string) =>
    world.post(
      SIGN_IN,
      { username, password: '不是这个密码呀', challenge: 'known', validate: 'known', seccode: 'known|jordan' },
      { address },
    );

  it('of staff are in the log once a minute, with the network', async () => {
    await wrong('staff', '198.51.100.7');
    await wrong('staff', '198.51.100.7');
    expect(await entries('staff.signInFailed')).toMatchObject([
      { target_kind: 'account', details: { address: '198.51.100.7' } },
    ]);
  });

  it('of any user are when they lock the account, once', async () => {
    for (let tried = 0; tried < 12; tried += 1) await wrong('lvren', '198.51.100.8');
    expect(await entries('account.signInLocked')).toMatchObject([{ target_id: uid, details: {} }]);
    expect((await entries('staff.signInFailed')).filter(({ target_id: id }) => id === uid)).toEqual([]);
  });

  it('are none in the sign-ins of staff, which are all in the log', async () => {
    const before = (await entries('staff.signedIn')).length;
    await world.post(SIGN_IN, { username: 'staff', password: TEST_PASSWORD }, { address: '192.0.2.9' });
    await world.post(SIGN_IN, { username: 'member', password: TEST_PASSWORD }, { address: '192.0.2.9' });
    expect(await entries('staff.signedIn')).toHaveLength(before + 1);
  });
});
