import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { readQr } from '#tests/support/account/read-qr.ts';
import { codeOf, TEST_NOW } from '#tests/support/app/test-app.ts';
import { openQrWorld, type QrWorld } from './qr-world.ts';

const DESK =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

let world: QrWorld;
beforeAll(async () => {
  world = await openQrWorld();
});
afterAll(() => world.close());

describe('a browser that shows a QR code', () => {
  it('is marked by a cookie that scripts cannot read and other sites do not send', async () => {
    const browser = world.browser();
    const { data, reply } = await browser.ask<{ randomId: string }>('GET', '/api/login/randomId');
    expect(reply.cookies[0]).toMatchObject({ name: 'kr_login_id', httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(browser.jar.get('kr_login_id')).toMatch(/^[\w-]{43}$/);
    expect(browser.jar.get('kr_login_id')).not.toContain(data.randomId);
    // A second tab of the same browser shares the mark.
    const again = await browser.ask<{ randomId: string }>('GET', '/api/login/randomId');
    expect(again.data).toEqual(data);
    expect(again.reply.cookies).toEqual([]);
  });

  it('gets no code without the mark', async () => {
    expect(await world.browser().ask('GET', '/api/qrcode/token')).toMatchObject({
      http: 422,
      code: codeOf('INVALID_BODY'),
    });
  });

  it('is let in when the phone’s owner confirms, step by step', async () => {
    const browser = world.browser({ 'user-agent': DESK });
    const phone = await world.phoneOf('investor');
    const { token, ticket } = await browser.code();
    expect(await browser.poll(token)).toBe(0);
    expect(await phone.scan(ticket)).toEqual({
      status: 1,
      expiresIn: 120,
      browser: { words: 'Windows 电脑 · Chrome 131', address: '127.0.0.1', askedAt: TEST_NOW.toISOString() },
    });
    expect(await browser.poll(token)).toBe(1);
    expect(await browser.who()).toBeUndefined();
    expect(await phone.decide(ticket, true)).toBe(2);
    expect(await browser.poll(token)).toBe(2);
    expect(await browser.who()).toBe('示例投资人');
    expect(browser.jar.has('kr_login_id')).toBe(false);
    expect(await phone.scan(ticket)).toMatchObject({ status: 2, browser: null });
  });

  it('shows an address of the product, with a ticket that is not the token', async () => {
    const browser = world.browser({ host: 'data.example:8443' });
    await browser.ask('GET', '/api/login/randomId');
    const { data } = await browser.ask<{ token: string; svg: string; expiresIn: number }>('GET', '/api/qrcode/token');
    const address = await readQr(data.svg);
    expect(address).toMatch(/^http:\/\/data\.example\/#\/scan\?ticket=[\w-]{32}$/);
    expect(address).not.toContain(data.token);
    expect(data.expiresIn).toBe(120);
  });

  it.each([
    { host: 'evil.example' },
    { host: 'evil.example:8443' },
    { host: 'user@evil.example' },
    { 'x-forwarded-host': 'evil.example', host: 'data.example' },
    { forwarded: 'host=evil.example', host: 'data.example' },
  ])('is never led to a host that a header claims: %o', async (headers) => {
    const browser = world.browser(headers);
    await browser.ask('GET', '/api/login/randomId');
    const { data } = await browser.ask<{ svg: string }>('GET', '/api/qrcode/token');
    expect(await readQr(data.svg)).toMatch(/^http:\/\/data\.example\//);
  });

  it('is led to the address that the server listens on where none is configured, and nowhere when it has none', async () => {
    const app = fromOwnPage(await createApp(world.test.services, { signInLimit: 1000 }));
    const headers = { cookie: `kr_login_id=${'m'.repeat(43)}`, host: 'evil.example' };
    const ask = async () => (await app.inject({ method: 'GET', url: '/api/qrcode/token', headers })).json();
    expect(await ask()).toMatchObject({ code: codeOf('UNAVAILABLE') });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const reply = (await ask()) as { data: { svg: string } };
    expect((await readQr(reply.data.svg)).startsWith(`${address}/#/scan?ticket=`)).toBe(true);
    await app.close();
  });

  it('is led to the configured address where there is one', async () => {
    const configured = fromOwnPage(
      await createApp(world.test.services, {
        publicOrigin: 'https://data.example',
        signInLimit: 1000,
      }),
    );
    const mark = { cookie: `__Host-kr_login_id=${'m'.repeat(43)}`, host: 'inside.example' };
    const reply = await configured.inject({ method: 'GET', url: '/api/qrcode/token', headers: mark });
    expect(await readQr(reply.json<{ data: { svg: string } }>().data.svg)).toMatch(/^https:\/\/data\.example\/#/);
    await configured.close();
  });
});

describe('codes in masses', () => {
  it('are stopped by address, and polling is not', async () => {
    const strict = fromOwnPage(
      await createApp(world.test.services, { signInLimit: 3, publicOrigin: 'http://data.example' }),
    );
    const cookie = `kr_login_id=${'m'.repeat(43)}`;
    const ask = async (url: string) => (await strict.inject({ method: 'GET', url, headers: { cookie } })).statusCode;
    const codes = [];
    for (let attempt = 0; attempt < 5; attempt += 1) codes.push(await ask('/api/qrcode/token'));
    expect(codes).toEqual([200, 200, 200, 429, 429]);
    const polls = [];
    for (let attempt = 0; attempt < 12; attempt += 1) polls.push(await ask('/api/qrcode/status?token=x'));
    expect(new Set(polls)).toEqual(new Set([200]));
    await strict.close();
  });

  it('of tickets that were guessed are stopped as well', async () => {
    const strict = fromOwnPage(
      await createApp(world.test.services, { signInLimit: 3, publicOrigin: 'http://data.example' }),
    );
    const phone = await world.phoneOf('founder');
    const headers = { cookie: `kr_plus_id=${phone.jar.get('kr_plus_id') ?? ''}` };
    const guesses = [];
    for (let attempt = 0; attempt < 4; attempt += 1)
      guesses.push(
        (await strict.inject({ method: 'POST', url: '/api/qrcode/scan', headers, payload: { ticket: `${attempt}` } }))
          .statusCode,
      );
    expect(guesses).toEqual([200, 200, 200, 429]);
    await strict.close();
  });
});
