import type { FastifyInstance } from 'fastify';
import { createApp } from '#server/app.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { readQr } from '#tests/support/account/read-qr.ts';
import { openTestApp, TEST_NOW, TEST_PASSWORD, type TestApp } from '#tests/support/app/test-app.ts';

/** A browser: keeps cookies, and asks as browsers do. */
export class Browser {
  readonly jar = new Map<string, string>();
  readonly #app: FastifyInstance;
  readonly #headers: Record<string, string>;

  constructor(app: FastifyInstance, headers: Record<string, string> = {}) {
    this.#app = app;
    this.#headers = headers;
  }

  async ask<T = { status: number }>(method: 'GET' | 'POST', url: string, payload?: object) {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, ...this.#headers };
    const reply = await this.#app.inject({ method, url, headers, ...(payload && { payload }) });
    for (const { name, value } of reply.cookies) {
      if (value === '') this.jar.delete(name);
      else this.jar.set(name, value);
    }
    const { code, msg, data } = reply.json<{ code: number; msg: string; data: T }>();
    return { http: reply.statusCode, code, msg, data, reply };
  }

  /** Opens the login page's code: the token, and the ticket that a phone reads from the picture. */
  async code(): Promise<{ token: string; ticket: string }> {
    await this.ask('GET', '/api/login/randomId');
    const { data } = await this.ask<{ token: string; svg: string }>('GET', '/api/qrcode/token');
    const address = await readQr(data.svg);
    return { token: data.token, ticket: address.split('ticket=')[1] ?? '' };
  }

  poll = async (token: string) => (await this.ask('GET', `/api/qrcode/status?token=${token}`)).data.status;
  scan = async (ticket: string) =>
    (
      await this.ask<{ status: number; expiresIn: number; browser: object | null }>('POST', '/api/qrcode/scan', {
        ticket,
      })
    ).data;
  decide = async (ticket: string, accept: boolean) =>
    (await this.ask('POST', '/api/qrcode/confirm', { ticket, accept })).data.status;
  who = async () => (await this.ask<{ name: string } | null>('GET', '/api/rong/user/profile/v2')).data?.name;
}

/** The app at a time of the test's choosing. */
export interface QrWorld {
  readonly test: TestApp;
  readonly app: FastifyInstance;
  /** Moves the clock on. */
  readonly pass: (seconds: number) => void;
  readonly browser: (headers?: Record<string, string>) => Browser;
  /** A phone whose owner is signed in. */
  readonly phoneOf: (username: string) => Promise<Browser>;
  readonly close: () => Promise<void>;
}

export async function openQrWorld(): Promise<QrWorld> {
  const test = await openTestApp();
  let time = TEST_NOW.getTime();
  const app = fromOwnPage(
    await createApp(
      { ...test.services, now: () => new Date(time) },
      { signInLimit: 1000, publicOrigin: 'http://data.example' },
    ),
  );
  return {
    test,
    app,
    pass: (seconds) => (time += seconds * 1000),
    browser: (headers) => new Browser(app, headers),
    async phoneOf(username) {
      const phone = new Browser(app);
      const reply = await app.inject({
        method: 'POST',
        url: '/api/p/passport/sign_in',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ username, password: TEST_PASSWORD, type: 'password' }).toString(),
      });
      for (const { name, value } of reply.cookies) phone.jar.set(name, value);
      return phone;
    },
    async close() {
      await app.close();
      await test.close();
    },
  };
}
