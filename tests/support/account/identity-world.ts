import { DUTIES } from '#schemas/metadata/duty.ts';
import type { InjectOptions } from 'fastify';
import type { IdentityCase, IdentityKind } from '#schemas/api/identity.ts';
import type { DeskDossier } from '#schemas/api/identity-desk.ts';
import { createApp } from '#server/app.ts';
import type { Db } from '#server/db/database.ts';
import { SESSION_COOKIE, Sessions } from '#server/features/account/session/sessions.ts';
import type { Mail } from '#server/platform/providers/mail/mail-sender.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { made } from '#tests/support/editing.ts';
import { storedPicture } from '#tests/support/files/stored-file.ts';
import { type Answer, openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';
import type { Problem } from '#shared/errors.ts';
import { DAY_MS } from '#shared/time/durations.ts';

/** A user who is signed in. */
export interface Person {
  readonly id: string;
  readonly get: <T>(path: string) => Promise<Answer<T>>;
  readonly post: <T>(path: string, body?: unknown) => Promise<Answer<T>>;
}

/** The app with a clock and a mailbox of the test's own, and as many people as it needs. */
export interface IdentityWorld {
  readonly test: TestApp;
  readonly clock: { at: Date };
  readonly mails: Mail[];
  /** Makes the next mails fail. */
  readonly post: { broken: boolean };
  readonly person: (name: string, roles?: readonly string[]) => Promise<Person>;
  readonly submit: (who: Person, kind: IdentityKind, more?: object, body?: object) => Promise<Answer<IdentityCase>>;
  readonly dossier: (staff: Person, id: string) => Promise<DeskDossier>;
  readonly approve: (staff: Person, id: string, more?: object) => Promise<Answer<DeskDossier>>;
  readonly rolesOf: (who: Person) => Promise<readonly string[]>;
  readonly company: (name: string) => Promise<string>;
  /** The token of the mail that was sent last. */
  readonly token: () => string;
  readonly close: () => Promise<void>;
}

/** Is replaced by a picture of the person’s own, which `submit` puts in its place. */
const PICTURE = { url: `/files/private/${'0'.repeat(32)}`, name: 'card.png' };
/** Fields whose pictures every user sees. */
const PUBLIC_PICTURES: ReadonlySet<string> = new Set(['logo']);

/** What a person fills in, whole, of each form. */
export const FILLED: Readonly<Record<IdentityKind, object>> = {
  investor: {
    realName: '示例甲',
    identity: 'ORG_INVESTOR',
    orgName: '示例资本',
    position: '投资总监',
    card: PICTURE,
    phone: '19900000101',
    focusIndustry: ['人工智能'],
    focusPhase: ['A轮'],
    focusArea: ['440000'],
  },
  serviceOrg: {
    orgName: '示例顾问',
    kind: 'FA',
    services: ['股权融资顾问'],
    licence: PICTURE,
    realName: '示例乙',
    position: '合伙人',
    card: PICTURE,
    workEmail: 'advisor@example.com',
    phone: '19900000102',
  },
  founder: {
    hasCompany: true,
    name: '示例新企',
    fullName: '示例新企科技有限公司',
    logo: PICTURE,
    brief: '面向工厂的排产软件',
    tags: ['工业软件'],
    industry: '人工智能',
    region: '440300',
    position: '创始人',
    cardUrl: PICTURE,
    phone: '19900000103',
  },
  claim: { realName: '示例丙', position: '联合创始人', userBusinessCard: PICTURE, phone: '19900000104' },
};

const PATHS: Readonly<Record<IdentityKind, string>> = {
  investor: '/api/n/investor/auth',
  serviceOrg: '/api/rong/org/auth',
  founder: '/api/rong/company/create/v2',
  claim: '/api/rong/companyUserIdentify',
};

/** A key as a form makes it. */
let keys = 0;
export const nextKey = (): string => `identity-key-${(keys += 1)}`;

/** A filled form with pictures that its person uploaded. */
export async function withOwnPictures(db: Db, values: object, ownerId: string): Promise<Record<string, unknown>> {
  const filled: Record<string, unknown> = { ...values };
  for (const [apiName, value] of Object.entries(filled))
    if (value === PICTURE)
      filled[apiName] = await storedPicture(db, ownerId, PUBLIC_PICTURES.has(apiName) ? 'public' : 'private');
  return filled;
}

export async function openIdentityWorld(): Promise<IdentityWorld> {
  const test = await openTestApp();
  const { database, changes, writer } = test.services;
  const clock = { at: TEST_NOW };
  const post = { broken: false };
  const mails: Mail[] = [];
  const mail = {
    send: async (sent: Mail) => {
      if (post.broken) throw new Error('no mail today');
      mails.push(sent);
    },
  };
  const now = () => clock.at;
  const options = { providers: { mail }, publicOrigin: 'https://jingtu.example' };
  const app = fromOwnPage(await createApp({ ...test.services, now }, options));
  // Sessions outlive whatever the test's clock does.
  const sessions = new Sessions({ db: database.db, now: () => new Date(Date.now() + 365 * DAY_MS), changes });
  let addresses = 0;

  async function person(name: string, roles: readonly string[] = []): Promise<Person> {
    const duties = roles.includes('staff') ? [...DUTIES] : [];
    const { id } = await database.db
      .insertInto('account')
      .values({ username: name, name, roles: [...roles], duties, vip_type: 0, created_at: TEST_NOW })
      .returning('id')
      .executeTakeFirstOrThrow();
    const token = await sessions.open(id, { userAgent: 'a test', address: '127.0.0.1' });
    const headers = { cookie: `${SESSION_COOKIE}=${token}` };
    const send = async <T>(options_: InjectOptions): Promise<Answer<T>> => {
      // An address of its own each time: how often one may ask is another test's matter.
      addresses += 1;
      const remoteAddress = `10.0.${addresses >> 8}.${addresses & 255}`;
      const reply = await app.inject({ ...options_, headers, remoteAddress });
      const { code, msg, data } = reply.json<{ code: number; msg: string; data: T & { errors?: Problem[] } }>();
      return { status: reply.statusCode, code, msg, data, problems: data?.errors ?? [] };
    };
    return {
      id,
      get: (url) => send({ method: 'GET', url }),
      post: (url, body = {}) => send({ method: 'POST', url, payload: body as never }),
    };
  }

  const dossier = async (staff: Person, id: string): Promise<DeskDossier> =>
    made(await staff.get<DeskDossier>(`/api/rong/staff/identity/${id}`));

  return {
    test,
    clock,
    mails,
    post,
    person,
    submit: async (who, kind, more = {}, body = {}) => {
      const values = await withOwnPictures(database.db, { ...FILLED[kind], ...more }, who.id);
      return who.post(PATHS[kind], { clientKey: nextKey(), values, ...body });
    },
    dossier,
    approve: async (staff, id, more = {}) => {
      const { case: shown, record } = await dossier(staff, id);
      const body = { version: shown.version, recordVersion: record.record.version, ...more };
      return staff.post<DeskDossier>(`/api/rong/staff/identity/${id}/approve`, body);
    },
    rolesOf: async (who) => made(await who.get<{ roles: string[] }>('/api/user/identity')).roles,
    company: async (name) => {
      const context = { actor: 'system', roles: ['staff'], origin: 'sample', now: TEST_NOW };
      return (await writer.create('InsightCompany', nextKey(), { name }, context)).id;
    },
    token: () => /token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '',
    close: async () => {
      await app.close();
      await test.close();
    },
  };
}
