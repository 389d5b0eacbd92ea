import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '#schemas/api/route.ts';
import { signIn as signInRoute } from '#schemas/api/session.ts';
import { FAILURES } from '#shared/errors.ts';
import { type Actor, VISITOR } from '#shared/policy/actor.ts';
import { decide } from '#shared/policy/decide.ts';
import { whoBySession } from '#server/features/session/routes.ts';
import { Sessions } from '#server/features/session/sessions.ts';
import { ROUTES } from '#tests/support/routes.ts';
import { codeOf, openTestApp, TEST_NOW, type TestApp, type Who } from '#tests/support/test-app.ts';

const PEOPLE: readonly Who[] = ['visitor', 'member', 'founder', 'investor', 'organisation', 'svip', 'staff'];
/** A stream has no end to wait for; its own test follows it. */
const STREAMS = new Set(['followEvents']);
let test: TestApp;
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
  const { database, changes } = test.services;
  const find = whoBySession(new Sessions({ db: database.db, now: () => TEST_NOW, changes }));
  for (const who of PEOPLE) {
    const cookie = who === 'visitor' ? '' : await signIn(who);
    const found = await find({ cookies: { kr_plus_id: cookie.split('=')[1] } } as never);
    actors.set(who, { cookie, actor: found?.actor ?? VISITOR });
  }
});
afterAll(() => test.close());

const call = (route: Route, headers: Record<string, string>, payload?: unknown) => {
  const url = route.path.replace('{objectApiName}', 'InsightNews').replace('{id}', '1').replace('{name}', 'round');
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
      // A body that says nothing: whoever may call is told what is missing, whoever may not learns only that.
      const reply = await call(
        route,
        { cookie },
        route.method === 'POST' ? (route.encoding === 'form' ? 'x=1' : '{}') : undefined,
      );
      const { code } = reply.json<{ code: number }>();
      // What is open to members in general, the record may still close in particular.
      const gates = [codeOf('SESSION_INVALID'), ...(name === 'readHistory' ? [] : [codeOf('FORBIDDEN')])];
      const stopped = gates.includes(code) ? { status: reply.statusCode, code } : null;
      expect(stopped).toEqual(refused && { status: FAILURES[refused].status, code: codeOf(refused) });
      expect(reply.statusCode).toBeLessThan(500);
    });
  });

  it.each(ROUTES.filter(([, route]) => route.method === 'POST'))(
    '%s refuses what another site sends, before anything else',
    async (_, route) => {
      const cookie = actors.get('staff')?.cookie ?? '';
      for (const origin of ['https://evil.example', 'null', 'http://localhost:80.evil.example', 'nonsense']) {
        const reply = await call(route, { cookie, origin, host: 'jingtu.example' }, '{}');
        expect(reply.json()).toMatchObject({ code: codeOf('FOREIGN_ORIGIN') });
        expect(reply.statusCode).toBe(403);
      }
      const own = await call(route, { cookie, origin: 'https://jingtu.example', host: 'jingtu.example' }, '{}');
      expect(own.json<{ code: number }>().code).not.toBe(codeOf('FOREIGN_ORIGIN'));
    },
  );
});
