import type { FastifyInstance, FastifyRequest } from 'fastify';
import { YEAR_SECONDS } from '#shared/time/durations.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The browser reaches us by https, at this server or at a proxy in front of it. */
    isHttps: boolean;
  }
}

/** Sibling hosts are not ours to bind, so `includeSubDomains` is left out. */
const STRICT_TRANSPORT = `max-age=${YEAR_SECONDS}`;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Determines for each request whether it came by https, and keeps a browser that came so on https for a year.
 * `publicOrigin` is where browsers reach the product, e.g. `https://host`; undefined where it is not configured.
 */
export function keepHttps(app: FastifyInstance, publicOrigin: string | undefined): void {
  app.decorateRequest('isHttps', false);
  app.addHook('onRequest', async (request, reply) => {
    request.isHttps = cameByHttps(request, publicOrigin);
    if (request.isHttps) void reply.header('strict-transport-security', STRICT_TRANSPORT);
  });
}

/** A proxy that ends https may say nothing of it: then the configured origin counts, except on the machine itself. */
function cameByHttps(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  if (request.protocol === 'https') return true;
  if (!publicOrigin?.startsWith('https:')) return false;
  return request.headers.origin === publicOrigin || !LOOPBACK.test(request.hostname);
}

/**
 * The name under which a cookie is kept. Over https the prefix makes browsers refuse one that a sibling host or a page
 * without https sets in its place; without https browsers would not take the prefix.
 */
export const cookieName = (request: FastifyRequest, name: string): string =>
  request.isHttps ? `__Host-${name}` : name;

/** Attributes of every cookie: out of reach of scripts, not sent with what other sites embed or post. */
export const cookieOptions = (request: FastifyRequest) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: request.isHttps,
});
