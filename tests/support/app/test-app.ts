import type { Duty } from '#schemas/metadata/duty.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { FAILURES, type Problem } from '#shared/errors.ts';
import { createApp } from '#server/app.ts';
import type { Outbound } from '#server/features/open/webhooks/outbound/post.ts';
import type { SlowClientLimits } from '#server/http/slow-clients.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices, type Services } from '#server/services.ts';
import type { Providers } from '#server/platform/providers/providers.ts';
import type { TestDatabase } from '#tests/support/databases/database.ts';
import { openInstalledDatabase, TEST_NOW, TEST_PASSWORD } from '#tests/support/databases/kept-databases.ts';
import { fromOwnPage } from './from-own-page.ts';
import { SentCodes } from '#tests/support/account/sent-codes.ts';

export { TEST_NOW, TEST_PASSWORD } from '#tests/support/databases/kept-databases.ts';

export type Who = 'visitor' | 'member' | 'founder' | 'investor' | 'organisation' | 'svip' | 'staff' | Duty;

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
  /** Codes and mails that the app sent; nothing leaves the machine. */
  readonly sent: SentCodes;
  /** That of the session in which a user calls. */
  readonly cookieOf: (who: Who) => Promise<string>;
  readonly get: <T>(who: Who, path: string) => Promise<Answer<T>>;
  readonly post: <T>(who: Who, path: string, body: unknown, more?: InjectOptions) => Promise<Answer<T>>;
  readonly close: () => Promise<void>;
}

export interface TestAppOptions {
  /** The clock, where a test moves it. */
  readonly now?: () => Date;
  /** Others than those of SentCodes. */
  readonly providers?: Partial<Providers>;
  /** How slowly clients may send. */
  readonly slowClients?: SlowClientLimits;
  /** As AppOptions has it. */
  readonly publicOrigin?: string;
  /** As AppOptions has it. */
  readonly isFactorRequired?: boolean;
  /** How webhooks leave. */
  readonly outbound?: Outbound;
}

/** Opens the app with what ships and one account for each kind of person, and no records. */
export async function openTestApp(importDir?: string, options: TestAppOptions = {}): Promise<TestApp> {
  const store = await openInstalledDatabase();
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const services = await openServices(store.database, shipped, options.now ?? (() => TEST_NOW));
  const sent = new SentCodes();
  const providers = { ...sent.providers, ...options.providers };
  const app = fromOwnPage(
    await createApp(services, {
      signInLimit: 1000,
      providers,
      ...(importDir !== undefined && { importDir }),
      ...(options.slowClients && { slowClients: options.slowClients }),
      publicOrigin: options.publicOrigin ?? 'http://data.example',
      outbound: options.outbound,
      isFactorRequired: options.isFactorRequired ?? false,
    }),
  );
  const cookies = new Map<Who, Promise<string>>();

  /** One sign-in for each person, however many calls begin at once. */
  function cookieOf(who: Who): Promise<string> {
    const cookie = cookies.get(who) ?? (who === 'visitor' ? Promise.resolve('') : signIn(who));
    cookies.set(who, cookie);
    return cookie;
  }

  async function signIn(who: Who): Promise<string> {
    const reply = await app.inject({
      method: 'POST',
      url: '/api/p/passport/sign_in',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username: who, password: TEST_PASSWORD }).toString(),
    });
    return String(reply.headers['set-cookie']).split(';')[0] ?? '';
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
    sent,
    cookieOf,
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
