import type { FastifyInstance, InjectOptions } from 'fastify';
import { FAILURES, type Problem } from '#shared/errors.ts';
import { createApp } from '#server/app.ts';
import { hashPassword } from '#server/lib/accounts.ts';
import { shippedObjects, shippedOptionSets } from '#server/lib/shipped.ts';
import { openServices, type Services } from '#server/services.ts';
import { insertAccounts } from '#server/commands/sample/queries.ts';
import { SAMPLE_ACCOUNTS } from '#server/commands/sample/sample-accounts.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

/** The instant at which tests happen. */
export const TEST_NOW = new Date('2026-11-21T04:00:00Z');
export const TEST_PASSWORD = 'a-test-password';

export type Who = 'visitor' | 'founder' | 'investor' | 'organisation' | 'svip' | 'staff';

/** What came back: the honest status and the envelope. */
export interface Answer<T = never> {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: T;
  readonly problems: readonly Problem[];
}

/** The whole app on a real database without a port. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly store: TestDatabase;
  readonly get: <T>(who: Who, path: string) => Promise<Answer<T>>;
  readonly post: <T>(who: Who, path: string, body: unknown, more?: InjectOptions) => Promise<Answer<T>>;
  readonly close: () => Promise<void>;
}

/** Opens the app with what ships and one account for each kind of person, and no records. */
export async function openTestApp(): Promise<TestApp> {
  const store = await openTestDatabase();
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const services = await openServices(store.database, shipped, () => TEST_NOW);
  await insertAccounts(store.database.db, SAMPLE_ACCOUNTS, await hashPassword(TEST_PASSWORD), TEST_NOW);
  const app = await createApp(services, { signInLimit: 1000 });
  const cookies = new Map<Who, string>();

  async function cookieOf(who: Who): Promise<string> {
    if (who === 'visitor') return '';
    const known = cookies.get(who);
    if (known) return known;
    const reply = await app.inject({
      method: 'POST',
      url: '/api/p/passport/sign_in',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username: who, password: TEST_PASSWORD }).toString(),
    });
    const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? '';
    cookies.set(who, cookie);
    return cookie;
  }

  async function send<T>(who: Who, options: InjectOptions): Promise<Answer<T>> {
    const headers = { cookie: await cookieOf(who), ...options.headers };
    const reply = await app.inject({ ...options, headers });
    const { code, msg, data } = reply.json<{ code: number; msg: string; data: T & { errors?: Problem[] } }>();
    return { status: reply.statusCode, code, msg, data, problems: data?.errors ?? [] };
  }

  return {
    app,
    services,
    store,
    get: (who, url) => send(who, { method: 'GET', url }),
    post: (who, url, body, more = {}) => send(who, { method: 'POST', url, payload: body as never, ...more }),
    close: async () => {
      await app.close();
      await store.drop();
    },
  };
}

/** The business code of a failure. */
export const codeOf = (failure: keyof typeof FAILURES): number => FAILURES[failure].code;
