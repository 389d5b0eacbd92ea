import type {} from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOf } from '#schemas/api/route.ts';
import { type Profile, readProfile, signIn, signOut } from '#schemas/api/session.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { FindActor } from '#server/http/mount.ts';
import { deviceToken, giveDeviceToken } from '#server/platform/accounts/known-device.ts';
import { mount } from '#server/http/mount.ts';
import { giveSession, hasPlainCookie, sessionToken, takeSession } from './session-cookie.ts';
import type { Sessions } from './sessions.ts';

export interface SessionRoutesDeps {
  readonly sessions: Sessions;
  readonly readProfile: (accountId: string) => Promise<Profile>;
  /** Lets a sign-in go on where the account has no second factor. @throws Failure FACTOR_REQUIRED. */
  readonly demandFactor: (accountId: string) => Promise<void>;
  /** Proves who a user is, by the way that the body chooses; `isSignedIn` when they keep their present session. */
  readonly prove: (
    body: BodyOf<typeof signIn>,
    from: {
      readonly actor: Actor;
      readonly address: string;
      readonly sessionId: string | null;
      readonly device: string;
    },
  ) => Promise<{ readonly accountId: string; readonly isSignedIn: boolean; readonly device: string | null }>;
  /** How often one address may try in a minute. */
  readonly signInLimit: number;
}

/** Whose session is opened, and whether the second factor of the account was proved. */
interface Entering {
  readonly accountId: string;
  readonly isFactorProved: boolean;
}

/** Opens a session for an account and hands its token to the browser: out of reach of scripts, not sent by other sites' posts. */
export async function letIn(
  sessions: Sessions,
  { accountId, isFactorProved }: Entering,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = await sessions.open(accountId, {
    userAgent: request.headers['user-agent'] ?? '',
    address: request.ip,
    isHttps: request.isHttps,
    token: deviceToken(request),
    isFactorProved,
  });
  // The session that this browser had until now ends: nothing of it may outlive the change of person.
  const before = sessionToken(request);
  if (before) await sessions.close(before);
  giveSession(request, reply, token);
}

/** Signing in, signing out, and who is signed in. */
export function sessionRoutes(app: FastifyInstance, deps: SessionRoutesDeps): void {
  const { sessions } = deps;

  mount(
    app,
    signIn,
    async ({ body, actor, request, reply }) => {
      const { accountId, isSignedIn, device } = await deps.prove(body, {
        actor,
        address: request.ip,
        sessionId: request.sessionId,
        device: deviceToken(request),
      });
      if (!isSignedIn) {
        await deps.demandFactor(accountId);
        await letIn(sessions, { accountId, isFactorProved: false }, request, reply);
      }
      if (device !== null) giveDeviceToken(request, reply, device);
      return deps.readProfile(accountId);
    },
    { rateLimit: { max: deps.signInLimit, timeWindow: '1 minute' } },
  );

  mount(app, signOut, async ({ request, reply }) => {
    const token = sessionToken(request);
    if (token) await sessions.close(token);
    takeSession(request, reply);
    return null;
  });

  mount(app, readProfile, async ({ actor }) => deps.readProfile(actor.id));
}

/** Finds who a request is from by its session cookie, or why its session is over. */
export const whoBySession =
  (sessions: Sessions): FindActor =>
  async (request, reply) => {
    const token = sessionToken(request);
    const found = token ? await sessions.find(token) : null;
    if (token && found?.actor && hasPlainCookie(request)) giveSession(request, reply, token);
    return found;
  };
