import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Device } from '#schemas/api/devices.ts';
import { createApp } from '#server/app.ts';
import { openDatabase } from '#server/db/database.ts';
import { SESSION_SECONDS, Sessions } from '#server/features/account/session/sessions.ts';
import { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices } from '#server/services.ts';
import { FAILURES } from '#shared/errors.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { made } from '#tests/support/editing.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { browserOf, newAccount, signInBy } from '#tests/support/account/people.ts';
import { codeOf, openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';
import { DAY_SECONDS } from '#shared/time/durations.ts';

const DEVICES = '/api/rong/user/devices';
const PROFILE = '/api/rong/user/profile/v2';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
let test: TestApp;
let people = 0;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

async function person(): Promise<string> {
  people += 1;
  await newAccount(test, { username: `traveller${people}`, name: '示例旅人' });
  return `traveller${people}`;
}
const end = (id: string) => new URLSearchParams({ id });

describe('the devices of an account', () => {
  it('are described by what they are, with the one in use marked', async () => {
    const username = await person();
    const desk = await signInBy(test, username);
    await signInBy(test, username, PHONE);
    const list = made(await desk.send<Device[]>('GET', DEVICES));
    expect(list).toHaveLength(2);
    expect(list.find(({ current }) => !current)).toMatchObject({ kind: 'phone', words: 'iPhone · Safari 18' });
    expect(list.filter(({ current }) => current)).toHaveLength(1);
    expect(JSON.stringify(list)).not.toContain('Mozilla');
  });

  it('can be signed out one by one, and that one is informed of it from then on', async () => {
    const username = await person();
    const desk = await signInBy(test, username);
    const phone = await signInBy(test, username, PHONE);
    expect((await phone.send('GET', PROFILE)).code).toBe(0);
    const [other] = made(await desk.send<Device[]>('GET', DEVICES)).filter(({ current }) => !current);
    const left = made(await desk.send<Device[]>('POST', `${DEVICES}/end`, end(other?.id ?? '')));
    expect(left.map(({ current }) => current)).toEqual([true]);
    expect(await phone.send('GET', PROFILE)).toMatchObject({
      status: 401,
      code: FAILURES.SESSION_ENDED.code,
      msg: '此登录已在其他设备上退出，请重新登录',
    });
    expect((await desk.send('GET', PROFILE)).code).toBe(0);
  });

  it('can all be signed out but the one in use', async () => {
    const username = await person();
    const desk = await signInBy(test, username);
    const others = [await signInBy(test, username), await signInBy(test, username, PHONE)];
    expect(made(await desk.send<Device[]>('POST', `${DEVICES}/endOthers`))).toHaveLength(1);
    for (const other of others) expect((await other.send('GET', PROFILE)).code).toBe(codeOf('SESSION_ENDED'));
    expect((await desk.send('GET', PROFILE)).code).toBe(0);
  });

  it('are no other user’s to end, and another person’s is as one that is not there', async () => {
    const victim = await signInBy(test, await person());
    const [target] = made(await victim.send<Device[]>('GET', DEVICES));
    const thief = await signInBy(test, await person());
    const taken = await thief.send('POST', `${DEVICES}/end`, end(target?.id ?? ''));
    const absent = await thief.send('POST', `${DEVICES}/end`, end('0123456789abcdef01234567'));
    expect(taken).toEqual(absent);
    expect(taken.status).toBe(404);
    expect((await victim.send('GET', PROFILE)).code).toBe(0);
  });

  it('leave the one in use to signing out', async () => {
    const desk = await signInBy(test, await person());
    const [own] = made(await desk.send<Device[]>('GET', DEVICES));
    expect(await desk.send('POST', `${DEVICES}/end`, end(own?.id ?? ''))).toMatchObject({ status: 409 });
  });
});

// The embedded database has one process only, so there is nothing to prove on it.
describe.skipIf(!onPostgres)('with two processes on one database', () => {
  it('a device that was ended in one is thrown out by the other, which remembered it, with the words', async () => {
    const database = await openDatabase({ ...test.store.address, connections: 3 });
    const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
    const services = await openServices(database, shipped, () => TEST_NOW);
    const second = fromOwnPage(await createApp(services, { signInLimit: 1000 }));
    const username = await person();
    const desk = await signInBy(test, username);
    const phone = await signInBy(test, username, PHONE);
    const phoneThere = browserOf(second, phone.cookie);
    expect((await phoneThere.send('GET', PROFILE)).code).toBe(0);
    made(await desk.send('POST', `${DEVICES}/endOthers`));
    await expect.poll(() => phoneThere.send('GET', PROFILE)).toMatchObject({ code: codeOf('SESSION_ENDED') });
    expect((await browserOf(second, desk.cookie).send('GET', PROFILE)).code).toBe(0);
    await second.close();
    await database.close();
  });
});

describe('a session', () => {
  const token = async (username: string) => (await signInBy(test, username)).cookie.split('=')[1] ?? '';
  const rowOf = (id: string) =>
    test.services.database.db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('notes its last use at most once a minute', async () => {
    let now = TEST_NOW;
    const { database } = test.services;
    const sessions = new Sessions({ db: database.db, now: () => now, changes: new AccountChanges(database) });
    const key = await token(await person());
    const find = async (seconds: number) => {
      now = new Date(TEST_NOW.getTime() + seconds * 1000);
      const found = await sessions.find(key);
      if (!found?.actor) throw new Error('Not found.');
      return found.sessionId;
    };
    const id = await find(59);
    expect(new Date((await rowOf(id)).seen_at ?? 0)).toEqual(TEST_NOW);
    await find(90);
    await expect.poll(async () => new Date((await rowOf(id)).seen_at ?? 0).getTime()).toBe(TEST_NOW.getTime() + 90_000);
  });

  it('that was looked up while it was being ended is not remembered as living', async () => {
    const { database } = test.services;
    const changes = new AccountChanges(database);
    const key = await token(await person());
    const sessions = new Sessions({ db: database.db, now: () => TEST_NOW, changes });
    const looking = sessions.find(key);
    // The change is heard of before the answer of the database is there.
    await changes.announce('0');
    const found = await looking;
    const id = found?.actor ? found.sessionId : '';
    await database.db
      .updateTable('session')
      .set({ ended_at: TEST_NOW, ended_because: 'endedByOwner' })
      .where('id', '=', id)
      .execute();
    expect(await sessions.find(key)).toMatchObject({ actor: null, ended: 'SESSION_ENDED' });
  });

  it('is cleared away a week after its term, some at each sign-in', async () => {
    const { database } = test.services;
    const key = await token(await person());
    const late = new Date(TEST_NOW.getTime() + (SESSION_SECONDS + 8 * DAY_SECONDS) * 1000);
    const sessions = new Sessions({ db: database.db, now: () => late, changes: new AccountChanges(database) });
    expect(await sessions.find(key)).toMatchObject({ actor: null, ended: 'CERTIFICATE_EXPIRED' });
    const id = await newAccount(test, { username: 'late-comer', name: '示例来客' });
    await sessions.open(id, { userAgent: 'a browser', address: '127.0.0.1' });
    const fresh = new Sessions({ db: database.db, now: () => late, changes: new AccountChanges(database) });
    expect(await fresh.find(key)).toBeNull();
  });
});
