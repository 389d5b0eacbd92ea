import type { FastifyInstance } from 'fastify';
import { Failure } from '#shared/errors.ts';

/** Listening on all addresses says nothing about the one at which browsers arrive. */
const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * The origin of links in mails and QR codes: the configured one, else the address that this server itself listens on.
 * Never the Host header: the sender of a request may write anything there, and the link would go to another user.
 * @throws Failure UNAVAILABLE where neither is known
 */
export function linkOrigin(app: FastifyInstance, configured: string | undefined): string {
  if (configured !== undefined) return configured;
  const address = app.server.address();
  if (address === null || typeof address === 'string' || EVERYWHERE.has(address.address))
    throw new Failure('UNAVAILABLE', '服务尚未配置对外访问的地址（PUBLIC_ORIGIN），请联系管理员');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
