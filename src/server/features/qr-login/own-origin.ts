import type { FastifyRequest } from 'fastify';
import { Failure } from '#shared/errors.ts';

/** A name or an address with or without a port, and nothing that an address on the web has beside them. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/**
 * The origin under which the product is reached, e.g. `https://host`: the configured one, else that of the request's
 * host. What proxies other than our own say in headers is not believed, as anybody can say it.
 * @throws Failure INVALID_BODY for a Host header that is no host
 */
export function ownOrigin(request: FastifyRequest, configured: string | undefined): string {
  if (configured !== undefined) return configured;
  const { host } = request;
  const address = `${request.protocol}://${host}`;
  if (!HOST.test(host) || !URL.canParse(address)) throw new Failure('INVALID_BODY', '请求的主机名有误');
  return new URL(address).origin;
}

/** The configured origin without a slash at its end; undefined when none is. @throws when it is no http origin */
export function readOrigin(configured: string | undefined): string | undefined {
  if (configured === undefined || configured === '') return undefined;
  const origin = URL.canParse(configured) ? new URL(configured).origin : 'null';
  if (!/^https?:/.test(origin) || origin !== configured.replace(/\/$/, ''))
    throw new Error(`PUBLIC_ORIGIN 应为对外访问的地址（如 https://example.com），现在是“${configured}”`);
  return origin;
}
