import type { LightMyRequestResponse } from 'fastify';
import { KNOWN_PROOF } from './sent-codes.ts';
import { openTestApp, TEST_NOW, type TestApp, type TestAppOptions } from '#tests/support/app/test-app.ts';

export interface PassportReply<T = unknown> {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: T;
  readonly cookie: string;
}

/** The app with a clock that tests move, and calls as a browser makes them: form-encoded, from an address. */
export interface PassportWorld {
  readonly test: TestApp;
  /** Moves the clock on. */
  readonly pass: (seconds: number) => void;
  readonly now: () => Date;
  readonly post: <T = unknown>(url: string, form: object, from?: From) => Promise<PassportReply<T>>;
  readonly get: <T = unknown>(url: string, from?: From) => Promise<PassportReply<T>>;
  /** Asks for a code with a good captcha. */
  readonly ask: (phone: string, type?: string, more?: object, from?: From) => Promise<PassportReply>;
  readonly close: () => Promise<void>;
}

export interface From {
  readonly address?: string;
  readonly cookie?: string;
}

export const SIGN_IN = '/api/p/passport/sign_in';
export const SEND = '/api/send_code/sms';

const read = <T>(reply: LightMyRequestResponse): PassportReply<T> => ({
  status: reply.statusCode,
  ...reply.json<{ code: number; msg: string; data: T }>(),
  cookie: String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? '',
});

export async function openPassportWorld(options: TestAppOptions = {}): Promise<PassportWorld> {
  let time = TEST_NOW.getTime();
  const now = () => new Date(time);
  const test = await openTestApp(undefined, { now, ...options });
  const headers = (from: From) => (from.cookie ? { cookie: from.cookie } : {});
  const post = async <T>(url: string, form: object, from: From = {}) =>
    read<T>(
      await test.app.inject({
        method: 'POST',
        url,
        remoteAddress: from.address ?? '192.0.2.1',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers(from) },
        payload: new URLSearchParams({ ...form }).toString(),
      }),
    );
  return {
    test,
    now,
    post,
    pass: (seconds) => (time += seconds * 1000),
    get: async <T>(url: string, from: From = {}) =>
      read<T>(
        await test.app.inject({
          method: 'GET',
          url,
          remoteAddress: from.address ?? '192.0.2.1',
          headers: headers(from),
        }),
      ),
    ask: (phone, type = 'login', more = {}, from = {}) => post(SEND, { phone, type, ...KNOWN_PROOF, ...more }, from),
    close: test.close,
  };
}
