import type { Environment } from '#server/environment.ts';

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[?::1\]?)$/;

/** Does this name or address mean the machine itself and nothing else? */
const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/**
 * May only the person at this machine reach a server that is started so? Not in production, not on an address of the
 * network, and not behind a proxy or under a public address, which hand on what others ask.
 */
export function isPrivateStart(env: Environment, host: string): boolean {
  const origin = env['PUBLIC_ORIGIN'];
  const isOwnOrigin = !origin || (URL.canParse(origin) && isLoopback(new URL(origin).hostname));
  return env['NODE_ENV'] !== 'production' && isLoopback(host) && isOwnOrigin && !env['TRUST_PROXY'];
}
