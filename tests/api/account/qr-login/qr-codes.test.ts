import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openQrWorld, type Browser, type QrWorld } from './qr-world.ts';

let world: QrWorld;
beforeAll(async () => {
  world = await openQrWorld();
});
afterAll(() => world.close());

const sessions = async (): Promise<number> => {
  const { rows } = await world.test.services.database.pool.query<{ n: string }>('select count(*) as n from session');
  return Number(rows[0]?.n);
};

describe('a code', () => {
  it('is good for two minutes, and then for nothing', async () => {
    const [browser, phone] = [world.browser(), await world.phoneOf('founder')];
    const { token, ticket } = await browser.code();
    world.pass(119);
    expect(await phone.scan(ticket)).toMatchObject({ status: 1, expiresIn: 1 });
    world.pass(1);
    expect(await browser.poll(token)).toBe(3);
    expect(await phone.scan(ticket)).toEqual({ status: 3, browser: null, expiresIn: 0 });
    expect(await phone.decide(ticket, true)).toBe(3);
    expect(await browser.poll(token)).toBe(3);
  });

  it('that was confirmed in time but is asked for late lets no user in', async () => {
    const [browser, phone] = [world.browser(), await world.phoneOf('founder')];
    const { token, ticket } = await browser.code();
    await phone.scan(ticket);
    await phone.decide(ticket, true);
    world.pass(121);
    expect(await browser.poll(token)).toBe(3);
    expect(await browser.who()).toBeUndefined();
  });

  it('answers the same to a browser that did not ask for it as one that never was', async () => {
    const [browser, thief, phone] = [world.browser(), world.browser(), await world.phoneOf('founder')];
    await thief.ask('GET', '/api/login/randomId');
    const { token, ticket } = await browser.code();
    const strangers = [thief, world.browser()];
    for (const step of [() => undefined, () => phone.scan(ticket), () => phone.decide(ticket, true)]) {
      await step();
      for (const stranger of strangers) {
        const foreign = await stranger.ask('GET', `/api/qrcode/status?token=${token}`);
        const unknown = await stranger.ask('GET', `/api/qrcode/status?token=${'x'.repeat(43)}`);
        expect([foreign.http, foreign.code, foreign.data]).toEqual([unknown.http, unknown.code, unknown.data]);
        expect(foreign.data).toEqual({ status: 3 });
        expect(await stranger.who()).toBeUndefined();
      }
    }
    // Nothing of it disturbed the browser that asked.
    expect(await browser.poll(token)).toBe(2);
  });

  it('lets one browser in once, however many polls see the confirmation at the same time', async () => {
    const [browser, phone] = [world.browser(), await world.phoneOf('founder')];
    const { token, ticket } = await browser.code();
    await phone.scan(ticket);
    await phone.decide(ticket, true);
    const before = await sessions();
    const cookie = `kr_login_id=${browser.jar.get('kr_login_id') ?? ''}`;
    const polls = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.app.inject({ method: 'GET', url: `/api/qrcode/status?token=${token}`, headers: { cookie } }),
      ),
    );
    const seen = polls.map((poll) => poll.json<{ data: { status: number } }>().data.status);
    expect(seen.filter((status) => status === 2)).toHaveLength(1);
    expect(seen.filter((status) => status === 3)).toHaveLength(19);
    expect(polls.filter((poll) => poll.cookies.some(({ name }) => name === 'kr_plus_id'))).toHaveLength(1);
    expect(await sessions()).toBe(before + 1);
    expect(await browser.poll(token)).toBe(3);
  });

  it('that was refused is over for both', async () => {
    const [browser, phone] = [world.browser(), await world.phoneOf('founder')];
    const { token, ticket } = await browser.code();
    await phone.scan(ticket);
    expect(await phone.decide(ticket, false)).toBe(3);
    expect(await browser.poll(token)).toBe(3);
    expect(await phone.decide(ticket, true)).toBe(3);
    expect(await browser.poll(token)).toBe(3);
  });

  it('belongs to who scanned it first: no other user sees the browser or confirms', async () => {
    const [browser, first, second] = [world.browser(), await world.phoneOf('founder'), await world.phoneOf('investor')];
    const { token, ticket } = await browser.code();
    await first.scan(ticket);
    expect(await second.scan(ticket)).toEqual({ status: 3, browser: null, expiresIn: 0 });
    expect(await second.decide(ticket, true)).toBe(3);
    expect(await first.scan(ticket)).toMatchObject({ status: 1 });
    expect(await first.decide(ticket, true)).toBe(2);
    expect(await second.scan(ticket)).toMatchObject({ status: 3 });
    expect(await browser.poll(token)).toBe(2);
    expect(await browser.who()).toBe('示例创业者');
  });

  it('cannot be confirmed without having been scanned, nor by its token', async () => {
    const [browser, phone] = [world.browser(), await world.phoneOf('founder')];
    const { token, ticket } = await browser.code();
    expect(await phone.decide(ticket, true)).toBe(3);
    expect(await phone.scan(token)).toMatchObject({ status: 3 });
    expect(await browser.poll(ticket)).toBe(3);
    expect(await browser.poll(token)).toBe(0);
  });

  it.each([
    ['signed out', (phone: Browser) => phone.ask('GET', '/api/n/user/logout')],
    [
      'frozen',
      () =>
        world.test.services.database.pool.query("update account set frozen_at = now() where username = 'organisation'"),
    ],
  ])('confirmed by a user who is %s before the browser asks lets no user in', async (_, end) => {
    const [browser, phone] = [world.browser(), await world.phoneOf('organisation')];
    const { token, ticket } = await browser.code();
    await phone.scan(ticket);
    expect(await phone.decide(ticket, true)).toBe(2);
    await end(phone);
    expect(await browser.poll(token)).toBe(3);
    expect(await browser.who()).toBeUndefined();
    await world.test.services.database.pool.query('update account set frozen_at = null');
  });

  it('is kept as hashes only, and not for long', async () => {
    const browser = world.browser();
    const { token, ticket } = await browser.code();
    const kept = async () =>
      (
        await world.test.services.database.pool.query<{ line: string }>('select qr_login::text as line from qr_login')
      ).rows
        .map(({ line }) => line)
        .join('\n');
    const text = await kept();
    for (const secret of [token, ticket, browser.jar.get('kr_login_id') ?? '']) expect(text).not.toContain(secret);
    world.pass(3600);
    await world.browser().code();
    expect((await kept()).split('\n')).toHaveLength(1);
  });

  it('ends the session that the browser had, and opens a new one', async () => {
    const browser = await world.phoneOf('svip');
    const before = browser.jar.get('kr_plus_id');
    const phone = await world.phoneOf('founder');
    const { token, ticket } = await browser.code();
    await phone.scan(ticket);
    await phone.decide(ticket, true);
    await browser.poll(token);
    expect(await browser.who()).toBe('示例创业者');
    const old = world.browser();
    old.jar.set('kr_plus_id', before ?? '');
    expect(await old.who()).toBeUndefined();
  });
});
