import { DUTIES } from '#schemas/metadata/duty.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { phoneColumns } from '#server/db/seal-phones.ts';
import { SESSION_COOKIE, Sessions } from '#server/features/account/session/sessions.ts';
import { emailPlace } from '#server/platform/accounts/email.ts';
import { hashPassword } from '#server/platform/accounts/password.ts';
import { type Answer, TEST_NOW, TEST_PASSWORD, type TestApp } from '#tests/support/app/test-app.ts';

/** A browser that a user signed in with. */
export interface SignedIn {
  readonly cookie: string;
  readonly send: <T>(method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown) => Promise<Answer<T>>;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Sends as the browser with this cookie does; a `URLSearchParams` travels form-encoded. */
export function browserOf(app: FastifyInstance, cookie: string): SignedIn {
  async function send<T>(method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown): Promise<Answer<T>> {
    const isForm = body instanceof URLSearchParams;
    const headers = { cookie, ...(isForm && FORM) };
    const payload = isForm ? body.toString() : body;
    const options = { method, url, headers, ...(payload !== undefined && { payload }) } as InjectOptions;
    const reply = await app.inject(options);
    const { code, msg, data } = reply.json<{ code: number; msg: string; data: T & { errors?: [] } }>();
    return { status: reply.statusCode, code, msg, data, problems: data?.errors ?? [] };
  }
  return { cookie, send };
}

/** A browser with a session of its own for the account of a name, as after signing in. */
export async function signInBy(
  { app, services }: Pick<TestApp, 'app' | 'services'>,
  username: string,
  userAgent = 'a browser',
): Promise<SignedIn> {
  const { database, now, changes } = services;
  const { id } = await database.db
    .selectFrom('account')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  const sessions = new Sessions({ db: database.db, now, changes });
  return browserOf(app, `${SESSION_COOKIE}=${await sessions.open(id, { userAgent, address: '127.0.0.1' })}`);
}

/** Makes an account the contact of a record, so that every user finds it; one that is there in truth is named before it. */
export async function makeFindable({ services }: Pick<TestApp, 'services'>, accountId: string): Promise<void> {
  const party = { object_api_name: 'InsightInvestor', record_id: '0', account_id: accountId };
  await services.database.db
    .insertInto('record_party')
    .values({ ...party, linked_at: '2999-01-01T00:00:00Z' })
    .execute();
}

/** Made once: a hash takes a while. */
let passwordHash: Promise<string> | undefined;

/** An account of a test's own; `phone` in E.164 of the sample range. Gives its id. */
export async function newAccount(
  { services }: Pick<TestApp, 'services'>,
  account: { username: string; name: string; phone?: string; email?: string; roles?: string[] },
): Promise<string> {
  const { db, vault } = services.database;
  const { id } = await db
    .insertInto('account')
    .values({
      username: account.username,
      name: account.name,
      password_hash: await (passwordHash ??= hashPassword(TEST_PASSWORD)),
      roles: account.roles ?? [],
      duties: account.roles?.includes('staff') === true ? [...DUTIES] : [],
      vip_type: 0,
      created_at: TEST_NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { phone, email } = account;
  await db
    .updateTable('account')
    .set({
      ...(phone !== undefined && phoneColumns(vault, id, phone)),
      ...(email !== undefined && {
        email_index: vault.index(email, 'email'),
        email_sealed: vault.seal(email, emailPlace(id)),
      }),
      intro: '',
    })
    .where('id', '=', id)
    .execute();
  return id;
}

/** The copy of what is kept of the person of a browser, whose password is that of tests: the file’s name and its text. */
export async function takeCopy(browser: Pick<SignedIn, 'send'>): Promise<{ name: string; text: string }> {
  const { data } = await browser.send<{ name: string; text: string }>('POST', '/api/rong/user/data', {
    password: TEST_PASSWORD,
  });
  return data;
}
