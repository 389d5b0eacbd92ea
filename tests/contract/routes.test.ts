import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DUTIES } from '#schemas/metadata/duty.ts';
import type { Route } from '#schemas/api/route.ts';
import { signIn as signInRoute } from '#schemas/api/session.ts';
import { FAILURES } from '#shared/errors.ts';
import { type Actor, VISITOR } from '#shared/policy/actor.ts';
import { decide } from '#shared/policy/decide.ts';
import { createApp } from '#server/app.ts';
import { whoBySession } from '#server/features/account/session/routes.ts';
import { Sessions } from '#server/features/account/session/sessions.ts';
import { ROUTES } from '#tests/support/app/routes.ts';
import { codeOf, openTestApp, TEST_NOW, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const PEOPLE: readonly Who[] = ['visitor', 'member', 'founder', 'investor', 'organisation', 'svip', 'staff', ...DUTIES];
/** A stream has no end to wait for; its own test follows it. */
const STREAMS = new Set(['followEvents', 'askQuestion']);
/** What is the same for every user and may be kept by caches. */
const PUBLIC = new Set(['readCountries', 'readPublicFile']);
let test: TestApp;
/** The app as clients call it that say nothing of where they come from. */
let plain: FastifyInstance;
const actors = new Map<Who, { actor: Actor; cookie: string }>();

/** Each kind of person with a session of its own, so that signing out ends none that is still needed. */
async function signIn(who: Who): Promise<string> {
  const payload = new URLSearchParams({ username: who, password: 'a-test-password' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await test.app.inject({ method: 'POST', url: signInRoute.path, headers, payload });
  return String(reply.headers['set-cookie']).split(';')[0] ?? '';
}

beforeAll(async () => {
  test = await openTestApp();
  plain = await createApp(test.services, { signInLimit: 1000 });
  const { database, changes } = test.services;
  const find = whoBySession(new Sessions({ db: database.db, now: () => TEST_NOW, changes }));
  for (const who of PEOPLE) {
    const cookie = who === 'visitor' ? '' : await signIn(who);
    const found = await find({ cookies: { kr_plus_id: cookie.split('=')[1] } } as never, {} as never);
    actors.set(who, { cookie, actor: found?.actor ?? VISITOR });
  }
});
afterAll(async () => {
  await plain.close();
  await test.close();
});

const pathOf = ({ path }: Route): string =>
  path.replace('{objectApiName}', 'InsightNews').replace('{id}', '1').replace('{name}', 'round');

/** A GET has no body. */
const bodyOf = ({ method, encoding }: Route, json: string): string | undefined =>
  method === 'GET' ? undefined : encoding === 'form' ? 'x=1' : json;

const REFUSED = { status: 403, code: codeOf('FOREIGN_ORIGIN') };

async function answerTo(route: Route, headers: Record<string, string>) {
  const reply = await call(route, { host: 'jingtu.example', ...headers }, bodyOf(route, '{}'));
  return { status: reply.statusCode, code: reply.json<{ code: number }>().code };
}

const call = (route: Route, headers: Record<string, string>, payload?: unknown) => {
  const url = pathOf(route);
  const type = route.encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const typed: Record<string, string> = payload === undefined ? {} : { 'content-type': type };
  return test.app.inject({ method: route.method, url, headers: { ...typed, ...headers }, payload } as InjectOptions);
};

describe('every route of the wire', () => {
  it('is mounted', () => {
    for (const [, route] of ROUTES) {
      expect(
        `${route.path} ${test.app.hasRoute({ method: route.method, url: route.path.replace(/\{(\w+)\}/g, ':$1') })}`,
      ).toBe(`${route.path} true`);
    }
  });

  describe.each(PEOPLE)('lets a %s do exactly what policy says', (who) => {
    it.each(ROUTES.filter(([name]) => !STREAMS.has(name)))('%s', async (name, route) => {
      const actor = actors.get(who)?.actor ?? VISITOR;
      const cookie = name === 'signOut' && who !== 'visitor' ? await signIn(who) : (actors.get(who)?.cookie ?? '');
      const refused = decide(actor, route.action);
      // A body that says nothing: a user who may call is shown what is missing, a user who may not learns only that.
      const reply = await call(
        route,
        { cookie },
        route.method === 'POST' ? (route.encoding === 'form' ? 'x=1' : '{}') : undefined,
      );
      const { code } = reply.json<{ code: number }>();
      // What is open to members in general, the record may still close in particular.
      const gates = [
        codeOf('SESSION_INVALID'),
        codeOf('KEY_REFUSED'),
        ...(name === 'readHistory' ? [] : [codeOf('FORBIDDEN')]),
      ];
      const stopped = gates.includes(code) ? { status: reply.statusCode, code } : null;
      expect(stopped).toEqual(refused && { status: FAILURES[refused].status, code: codeOf(refused) });
      expect(reply.statusCode).toBeLessThan(500);
    });
  });

  it.each(ROUTES.filter(([, route]) => !route.isFile))(
    '%s refuses what another site sends, before anything else',
    async (_, route) => {
      const cookie = actors.get('staff')?.cookie ?? '';
      for (const origin of ['https://evil.example', 'null', 'http://localhost:80.evil.example', 'nonsense']) {
        expect(await answerTo(route, { cookie, origin })).toEqual(REFUSED);
        expect(await answerTo(route, { cookie, origin, 'sec-fetch-site': 'same-origin' })).toEqual(REFUSED);
        expect(await answerTo(route, { cookie, referer: `${origin}/page` })).toEqual(REFUSED);
      }
      for (const site of ['cross-site', 'same-site'])
        expect(await answerTo(route, { cookie, 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' })).toEqual(
          REFUSED,
        );
    },
  );

  it.each(ROUTES.filter(([name, { isFile }]) => !isFile && !STREAMS.has(name)))(
    '%s answers our own pages, however their browser says that it is them',
    async (name, route) => {
      const own: Record<string, string>[] = [
        { origin: 'https://jingtu.example' },
        { 'sec-fetch-site': 'same-origin' },
        { referer: 'http://jingtu.example/' },
      ];
      for (const headers of own) {
        const cookie = name === 'signOut' ? await signIn('staff') : (actors.get('staff')?.cookie ?? '');
        const reply = await call(route, { cookie, host: 'jingtu.example', ...headers }, bodyOf(route, '{}'));
        expect(reply.statusCode === 403 && reply.json<{ code: number }>().code).not.toBe(codeOf('FOREIGN_ORIGIN'));
      }
    },
  );

  it.each(ROUTES.filter(([, { method, writes }]) => writes ?? method !== 'GET'))(
    '%s writes nothing for a session whose request does not say where it comes from',
    async (_, route) => {
      const options = { method: route.method, url: pathOf(route), headers: { cookie: actors.get('staff')?.cookie } };
      const silent = await plain.inject(options as InjectOptions);
      expect(silent.json()).toMatchObject({ code: codeOf('FOREIGN_ORIGIN'), msg: expect.stringContaining('Origin') });
      const visitor = await plain.inject({ method: route.method, url: pathOf(route) });
      expect(visitor.json<{ code: number }>().code).not.toBe(codeOf('FOREIGN_ORIGIN'));
    },
  );

  it.each(ROUTES.filter(([name]) => !STREAMS.has(name)))(
    '%s is kept by no cache unless it is public',
    async (name, route) => {
      for (const who of ['visitor', 'staff'] as const) {
        const cookie = name === 'signOut' && who === 'staff' ? await signIn(who) : (actors.get(who)?.cookie ?? '');
        const reply = await call(route, { cookie }, bodyOf(route, '{}'));
        const isOpen = PUBLIC.has(name) && reply.statusCode === 200;
        expect(reply.headers['cache-control']).toMatch(isOpen ? /public/ : /no-store/);
      }
    },
  );

  it('is closed to other sites but for files, which they may link to', () => {
    expect(ROUTES.filter(([, { isFile }]) => isFile).map(([name]) => name)).toEqual([
      'readPublicFile',
      'readPrivateFile',
    ]);
  });
});
