import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { openTestApp, TEST_PASSWORD, type TestApp } from '#tests/support/app/test-app.ts';

const ORIGIN = 'https://data.example';
const PROFILE = '/api/rong/user/profile/v2';
const HOST_COOKIE = '__Host-kr_plus_id';
let test: TestApp;
/** Reached by https through a proxy that says nothing of it. */
let configured: FastifyInstance;
/** Reached through a proxy of ours, whose word on https is believed. */
let proxied: FastifyInstance;

beforeAll(async () => {
  test = await openTestApp();
  configured = await createApp(test.services, { signInLimit: 1000, publicOrigin: ORIGIN });
  proxied = await createApp(test.services, { signInLimit: 1000, trustProxy: 'loopback' });
});
afterAll(async () => {
  await configured.close();
  await proxied.close();
  await test.close();
});

const signIn = (app: FastifyInstance, headers: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: '/api/p/passport/sign_in',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ username: 'founder', password: TEST_PASSWORD }).toString(),
  });
const get = (app: FastifyInstance, url: string, headers: Record<string, string>) =>
  app.inject({ method: 'GET', url, headers });
const codeOf = async (app: FastifyInstance, cookie: string) =>
  (await get(app, PROFILE, { host: 'data.example', cookie })).json<{ code: number }>().code;

describe('a product that browsers reach by https', () => {
  it('keeps them on https, in every reply, also those that fail', async () => {
    for (const url of [PROFILE, '/api/dict/cc', '/api/nothing-here', '/api/docs/json']) {
      const reply = await get(configured, url, { host: 'data.example' });
      expect(reply.headers['strict-transport-security']).toBe('max-age=31536000');
      const behind = await get(proxied, url, { host: 'data.example', 'x-forwarded-proto': 'https' });
      expect(behind.headers['strict-transport-security']).toBe('max-age=31536000');
    }
  });

  it('keeps the session in a cookie that no other host and no page without https can set', async () => {
    const [cookie] = (await signIn(configured, { host: 'data.example' })).cookies;
    expect(cookie).toMatchObject({ name: HOST_COOKIE, path: '/', secure: true, httpOnly: true, sameSite: 'Lax' });
    expect(cookie).not.toHaveProperty('domain');
    expect(await codeOf(configured, `${HOST_COOKIE}=${cookie?.value}`)).toBe(0);
    const behind = await signIn(proxied, { host: 'data.example', 'x-forwarded-proto': 'https' });
    expect(behind.cookies[0]).toMatchObject({ name: HOST_COOKIE, secure: true });
    // The host was changed on the way; the browser says by itself where it is.
    const renamed = await signIn(configured, { host: '127.0.0.1:3600', origin: ORIGIN });
    expect(renamed.cookies[0]).toMatchObject({ name: HOST_COOKIE, secure: true });
  });

  it('goes on with a session from before https, and moves it to the new cookie', async () => {
    const old = (await signIn(test.app, {})).cookies[0]?.value ?? '';
    const reply = await get(configured, PROFILE, { host: 'data.example', cookie: `kr_plus_id=${old}` });
    expect(reply.json()).toMatchObject({ code: 0, data: { name: '示例创业者' } });
    expect(reply.cookies).toEqual([
      expect.objectContaining({ name: HOST_COOKIE, value: old, secure: true }),
      expect.objectContaining({ name: 'kr_plus_id', value: '', secure: true }),
    ]);
    expect(await codeOf(configured, `${HOST_COOKIE}=${old}`)).toBe(0);
  });

  it('takes no session that another host put into a cookie of the plain name', async () => {
    const planted = (await signIn(configured, { host: 'data.example' })).cookies[0]?.value ?? '';
    expect(await codeOf(configured, `kr_plus_id=${planted}`)).toBe(4032);
    expect(await codeOf(configured, `kr_plus_id=${planted.slice(2)}`)).toBe(4032);
    const own = (await signIn(configured, { host: 'data.example' })).cookies[0]?.value ?? '';
    expect(await codeOf(configured, `kr_plus_id=${planted}; ${HOST_COOKIE}=${own}`)).toBe(0);
  });

  it('takes both cookies away when a person signs out', async () => {
    const token = (await signIn(configured, { host: 'data.example' })).cookies[0]?.value ?? '';
    const cookie = `kr_plus_id=left-over; ${HOST_COOKIE}=${token}`;
    const reply = await get(configured, '/api/n/user/logout', { host: 'data.example', cookie, origin: ORIGIN });
    expect(reply.cookies.map(({ name, value }) => [name, value])).toEqual([
      [HOST_COOKIE, ''],
      ['kr_plus_id', ''],
    ]);
    expect(await codeOf(configured, cookie)).toBe(4032);
  });

  it('marks the browser of a QR code by such a cookie too', async () => {
    const [cookie] = (await get(configured, '/api/login/randomId', { host: 'data.example' })).cookies;
    expect(cookie).toMatchObject({ name: '__Host-kr_login_id', secure: true, path: '/' });
  });

  it('takes no write from a page of its own host without https', async () => {
    const reply = await signIn(configured, { host: 'data.example', origin: 'http://data.example' });
    expect(reply.statusCode).toBe(403);
  });
});

it('A product without https asks for nothing that only https has', async () => {
  const reply = await signIn(test.app, { host: '127.0.0.1:3600' });
  expect(reply.headers['strict-transport-security']).toBeUndefined();
  expect(reply.cookies[0]).toMatchObject({ name: 'kr_plus_id' });
  expect(reply.cookies[0]).not.toHaveProperty('secure');
  // The machine itself is reached without https although the product is configured for it.
  const local = await signIn(configured, { host: '127.0.0.1:3600' });
  expect(local.cookies[0]).toMatchObject({ name: 'kr_plus_id' });
});

describe('a link to sign out that another site shows', () => {
  it.each([
    ['followed in a browser', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['on a sibling host', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }],
    ['in an older browser', { referer: 'https://evil.example/page' }],
    ['that hides where it is', {}],
  ])('%s leaves the person signed in', async (_, headers) => {
    const cookie = `${HOST_COOKIE}=${(await signIn(configured, { host: 'data.example' })).cookies[0]?.value}`;
    const reply = await get(configured, '/api/n/user/logout', { host: 'data.example', cookie, ...headers });
    expect(reply.statusCode).toBe(403);
    expect(reply.cookies).toEqual([]);
    expect(await codeOf(configured, cookie)).toBe(0);
  });
});
