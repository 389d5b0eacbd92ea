import type {} from '@fastify/cookie';
import type {} from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { readProfile, signIn, signOut } from '#schemas/api/session.ts';
import type { FindActor } from '#server/http/mount.ts';
import { mount } from '#server/http/mount.ts';
import { profileOf, SESSION_COOKIE, SESSION_SECONDS, type Sessions } from './service.ts';

/** The session routes; `signInLimit` is how often one address may try in a minute. The cookie is out of reach of scripts and is not sent by other sites' posts. */
export function sessionRoutes(app: FastifyInstance, sessions: Sessions, signInLimit: number): void {
  const cookie = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'lax' as const, secure });

  mount(
    app,
    signIn,
    async ({ body, request, reply }) => {
      const { token, actor } = await sessions.open(body.username, body.password);
      void reply.setCookie(SESSION_COOKIE, token, { ...cookie(request.protocol === 'https'), maxAge: SESSION_SECONDS });
      return profileOf(actor);
    },
    { rateLimit: { max: signInLimit, timeWindow: '1 minute' } },
  );

  mount(app, signOut, async ({ request, reply }) => {
    const token = request.cookies[SESSION_COOKIE];
    if (token) await sessions.close(token);
    void reply.clearCookie(SESSION_COOKIE, cookie(request.protocol === 'https'));
    return null;
  });

  mount(app, readProfile, async ({ actor }) => profileOf(actor));
}

/** Finds the actor of a request by its session cookie. */
export const actorBySession =
  (sessions: Sessions): FindActor =>
  async (request) => {
    const token = request.cookies[SESSION_COOKIE];
    return token ? sessions.find(token) : null;
  };
