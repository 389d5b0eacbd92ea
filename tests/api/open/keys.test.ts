import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiKey } from '#schemas/api/api-keys.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '#schemas/api/api-keys.ts';
import { createApp } from '#server/app.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openDatabase } from '#server/db/database.ts';
import { sweepKeys } from '#server/features/open/sweep.ts';
import { openServices } from '#server/services.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { newAccount, type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { codeOf, openTestApp, TEST_NOW, TEST_PASSWORD, type TestApp } from '#tests/support/app/test-app.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { made } from '#tests/support/editing.ts';
import { asProgram, keyOf } from '#tests/support/open/open-world.ts';

const OBJECTS = '/api/open/v1/objects';
const NEWS = '/api/open/v1/InsightNews';
let test: TestApp;
let now = TEST_NOW;
let people = 0;

beforeAll(async () => {
  test = await openTestApp(undefined, { now: () => now });
});
afterAll(() => test.close());

async function person(more: object = {}): Promise<SignedIn & { readonly id: string; readonly username: string }> {
  people += 1;
  const username = `programmer${people}`;
  const id = await newAccount(test, { username, name: '示例程序员', ...more });
  return { ...(await signInBy(test, username)), id, username };
}
const ask = <T>(secret: string | undefined, url = OBJECTS, more = {}) => asProgram<T>(test.app, secret, url, more);

describe('an API key', () => {
  it('is shown whole once, and kept as a hash', async () => {
    const who = await person();
    const { key, secret } = await keyOf(who);
    expect(secret).toMatch(/^jt_live_[1-9A-HJ-NP-Za-km-z]{8}_[1-9A-HJ-NP-Za-km-z]{38}$/);
    expect(key).toMatchObject({ prefix: secret.slice(0, 16), state: 'good', scopes: ['read:*', 'delta'] });
    const listed = await who.send('GET', listKeys.path);
    expect(listed).toMatchObject({ code: 0, data: { keys: [{ id: key.id }], byPassword: true } });
    const row = await test.services.database.db.selectFrom('api_key').selectAll().where('id', '=', key.id).execute();
    expect(JSON.stringify([listed, row])).not.toContain(secret.slice(17, 40));
  });

  it('is made by those alone who prove to own the account, for a term and for what they may read', async () => {
    const who = await person();
    const wanted = { name: '同步', scopes: ['read:InsightNews'], days: 30 };
    expect(await who.send('POST', createKey.path, wanted)).toMatchObject({ problems: [{ field: 'password' }] });
    const proved = { ...wanted, password: TEST_PASSWORD };
    for (const [more, field] of [
      [{ scopes: ['read:Product'] }, 'scopes'],
      [{ scopes: ['read:TeamMember'] }, 'scopes'],
      [{ scopes: ['lists:write'] }, 'scopes'],
      [{ addresses: ['203.0.113.0/33'] }, 'addresses'],
      [{ addresses: ['example.com'] }, 'addresses'],
      [{ days: 31 }, 'days'],
      [{ days: undefined }, 'days'],
    ] as const)
      expect(await who.send('POST', createKey.path, { ...proved, ...more })).toMatchObject({
        status: 422,
        problems: [{ field }],
      });
    made(await who.send('POST', createKey.path, proved));
  });

  it('reads what its scopes and its owner’s rights have in common, as they are now', async () => {
    const who = await person();
    const { secret } = await keyOf(who, { scopes: ['read:InsightNews'] });
    expect(await ask(secret)).toMatchObject({ data: { value: [{ objectApiName: 'InsightNews' }] } });
    expect(await ask(secret, NEWS)).toMatchObject({ status: 200, data: { value: [] } });
    expect(await ask(secret, '/api/open/v1/InsightOrg')).toMatchObject({ code: codeOf('SCOPE_MISSING') });
    const { secret: wide } = await keyOf(who);
    const team = '/api/open/v1/TeamMember';
    expect(await ask(wide, team)).toMatchObject({ code: codeOf('VIP_REQUIRED') });
    const { db } = test.services.database;
    const setVip = async (until: Date | null) => {
      await db
        .updateTable('account')
        .set({ vip_type: 3, vip_until: until?.toISOString() ?? null })
        .where('id', '=', who.id)
        .execute();
      await test.services.changes.announce(who.id);
    };
    await setVip(null);
    expect((await ask(wide, team)).status).toBe(200);
    await setVip(new Date(now.getTime() - 1));
    expect(await ask(wide, team)).toMatchObject({ code: codeOf('VIP_REQUIRED') });
  });

  it('of staff reads what any member reads', async () => {
    const who = await person({ roles: ['staff'] });
    const { secret } = await keyOf(who);
    expect(await ask(secret, '/api/open/v1/Product')).toMatchObject({ code: codeOf('UNKNOWN_OBJECT') });
    expect(await ask(secret, '/api/open/v1/TeamMember')).toMatchObject({ code: codeOf('VIP_REQUIRED') });
  });

  it('is good in its header alone, and a session is none', async () => {
    const who = await person();
    const { secret } = await keyOf(who);
    for (const url of [`${OBJECTS}?key=${secret}`, `${OBJECTS}?x=${secret}`, `${OBJECTS}?access_token=1`]) {
      expect(await ask(undefined, url)).toMatchObject({ status: 401, code: codeOf('KEY_IN_ADDRESS') });
      expect(await ask(secret, url)).toMatchObject({ status: 401, code: codeOf('KEY_IN_ADDRESS') });
    }
    expect(await ask(undefined, OBJECTS, { headers: { cookie: who.cookie } })).toMatchObject({
      status: 401,
      code: codeOf('KEY_REFUSED'),
      requestId: expect.any(String),
      headers: { 'www-authenticate': 'Bearer' },
    });
    const headers = { authorization: `Bearer ${secret}` };
    for (const url of ['/api/rong/user/profile/v2', listKeys.path])
      expect((await test.app.inject({ url, headers })).json()).toMatchObject({ code: codeOf('SESSION_INVALID') });
    expect((await test.app.inject({ method: 'POST', url: createKey.path, headers, payload: {} })).json()).toMatchObject(
      { code: codeOf('SESSION_INVALID') },
    );
  });

  it('is refused when anything of it is wrong', async () => {
    const { secret } = await keyOf(await person());
    const other = secret.endsWith('2') ? '3' : '2';
    const { secret: second } = await keyOf(await person());
    const mixed = secret.slice(0, 16) + second.slice(16);
    for (const wrong of [`${secret.slice(0, -1)}${other}`, secret.slice(0, -1), mixed, 'jt_live_', 'x'])
      expect(await ask(wrong)).toMatchObject({ status: 401, code: codeOf('KEY_REFUSED') });
  });

  it('is good from the networks alone that it was made for', async () => {
    const { secret } = await keyOf(await person(), { addresses: ['203.0.113.0/24', '2001:db8::/32'] });
    const from = (remoteAddress: string) => ask(secret, OBJECTS, { remoteAddress });
    for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::7'])
      expect((await from(address)).status).toBe(200);
    for (const address of ['203.0.114.1', '2001:db9::1', '127.0.0.1'])
      expect(await from(address)).toMatchObject({ status: 403, code: codeOf('KEY_ELSEWHERE') });
  });

  it('ends with its term, with a revocation, and while its owner is frozen', async () => {
    const who = await person();
    const { db } = test.services.database;
    const { key, secret } = await keyOf(who);
    expect((await ask(secret)).status).toBe(200);
    await db.updateTable('account').set({ frozen_at: now }).where('id', '=', who.id).execute();
    await test.services.changes.announce(who.id);
    expect(await ask(secret)).toMatchObject({ status: 401, code: codeOf('KEY_OWNER_SHUT') });
    await db.updateTable('account').set({ frozen_at: null }).where('id', '=', who.id).execute();
    await test.services.changes.announce(who.id);
    expect((await ask(secret)).status).toBe(200);
    made(await who.send('POST', revokeKey.path, { id: key.id }));
    expect(await ask(secret)).toMatchObject({ status: 401, code: codeOf('KEY_ENDED') });
    expect(await who.send('POST', revokeKey.path, { id: key.id })).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
    const { secret: short } = await keyOf(who);
    now = new Date(TEST_NOW.getTime() + 30 * DAY_MS);
    expect(await ask(short)).toMatchObject({ code: codeOf('KEY_ENDED') });
    now = TEST_NOW;
  });

  it('is exchanged for another while both are good for a day', async () => {
    const who = await person();
    const old = await keyOf(who, { scopes: ['read:InsightNews'], addresses: ['127.0.0.0/8'] });
    const proof = { id: old.key.id, password: TEST_PASSWORD };
    expect(await who.send('POST', rotateKey.path, { id: old.key.id })).toMatchObject({ status: 422 });
    const fresh = made(await who.send<typeof old>('POST', rotateKey.path, proof));
    expect(fresh.key).toMatchObject({ scopes: ['read:InsightNews'], addresses: ['127.0.0.0/8'] });
    expect(await who.send('POST', rotateKey.path, proof)).toMatchObject({ code: codeOf('CONFLICT') });
    for (const { secret } of [old, fresh]) expect((await ask(secret)).status).toBe(200);
    now = new Date(TEST_NOW.getTime() + DAY_MS);
    expect(await ask(old.secret)).toMatchObject({ code: codeOf('KEY_ENDED') });
    expect((await ask(fresh.secret)).status).toBe(200);
    now = TEST_NOW;
  });

  it('of another user cannot be ended or exchanged', async () => {
    const { key } = await keyOf(await person());
    const other = await person();
    expect(await other.send('POST', revokeKey.path, { id: key.id })).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
    expect(await other.send('POST', rotateKey.path, { id: key.id, password: TEST_PASSWORD })).toMatchObject({
      code: codeOf('UNKNOWN_RECORD'),
    });
  });

  it('is one of ten at most, also when many are made at once', async () => {
    const who = await person();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        who.send('POST', createKey.path, { name: '多', scopes: ['read:*'], days: 30, password: TEST_PASSWORD }),
      ),
    );
    const kept = made(await who.send<{ keys: ApiKey[] }>('GET', listKeys.path)).keys;
    expect(kept.length).toBeLessThanOrEqual(10);
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(kept.length);
  });

  it('is in the audit log from its making to its end, and its owner is notified', async () => {
    const who = await person();
    const { key } = await keyOf(who);
    made(await who.send('POST', rotateKey.path, { id: key.id, password: TEST_PASSWORD }));
    made(await who.send('POST', revokeKey.path, { id: key.id }));
    const { db } = test.services.database;
    const log = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_name'])
      .where('target_id', '=', who.id)
      .orderBy('id')
      .execute();
    expect(log.map(({ action }) => action)).toEqual(['apiKey.created', 'apiKey.rotated', 'apiKey.revoked']);
    const notices = await db.selectFrom('notice').select('title').where('account_id', '=', who.id).execute();
    expect(notices.filter(({ title }) => title === '已创建接口密钥')).toHaveLength(2);
  });

  it('notifies its owner of a new network, and once before it ends', async () => {
    const who = await person();
    const { secret } = await keyOf(who);
    const { db } = test.services.database;
    const titles = async () =>
      (await db.selectFrom('notice').select('title').where('account_id', '=', who.id).orderBy('id').execute()).map(
        ({ title }) => title,
      );
    const usedFrom = async () =>
      (await db.selectFrom('api_key').select('used_from').where('account_id', '=', who.id).execute())[0]?.used_from;
    await ask(secret, OBJECTS, { remoteAddress: '203.0.113.1' });
    await expect.poll(usedFrom).toBe('203.0.113.1');
    await test.services.changes.announce(who.id);
    await ask(secret, OBJECTS, { remoteAddress: '198.51.100.1' });
    await expect.poll(titles).toEqual(['已创建接口密钥', '接口密钥在新的网络中使用']);
    now = new Date(TEST_NOW.getTime() + 17 * DAY_MS);
    for (let time = 0; time < 2; time += 1) await sweepKeys(test.services);
    now = TEST_NOW;
    expect((await titles()).filter((title) => title === '接口密钥即将到期')).toHaveLength(1);
  });

  it.runIf(onPostgres)('that is revoked on one process is refused by another within a second', async () => {
    const who = await person();
    const { key, secret } = await keyOf(who);
    const elsewhere = await openDatabase(test.store.address);
    const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
    const app = await createApp(await openServices(elsewhere, shipped, () => TEST_NOW));
    expect((await asProgram(app, secret, OBJECTS)).status).toBe(200);
    made(await who.send('POST', revokeKey.path, { id: key.id }));
    const revoked = performance.now();
    await expect
      .poll(async () => (await asProgram(app, secret, OBJECTS)).code, { interval: 5 })
      .toBe(codeOf('KEY_ENDED'));
    expect(performance.now() - revoked).toBeLessThan(1000);
    await app.close();
    await elsewhere.close();
  });
});
