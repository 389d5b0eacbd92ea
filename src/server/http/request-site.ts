import type { FastifyRequest } from 'fastify';

/**
 * Whose page caused a request: ours (or the user, by typing the address), another site's, or the headers do not say.
 */
export type RequestSite = 'own' | 'foreign' | 'unknown';

/**
 * Reads from the headers that scripts of a page cannot set which site caused a request. Browsers send `Origin` with
 * writes; `Sec-Fetch-Site` with everything, but only over https and on the machine itself; `Referer` where both are missing.
 */
export function requestSite(request: FastifyRequest, publicOrigin: string | undefined): RequestSite {
  const { origin, referer } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isOwn = (address: string) => isOwnAddress(address, request, publicOrigin);
  if (origin !== undefined && !isOwn(origin)) return 'foreign';
  // `none`: the user typed the address or chose a bookmark.
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign';
  if (origin !== undefined) return 'own';
  if (referer !== undefined) return isOwn(referer) ? 'own' : 'foreign';
  return 'unknown';
}

function isOwnAddress(address: string, request: FastifyRequest, publicOrigin: string | undefined): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, host, protocol } = new URL(address);
  if (publicOrigin !== undefined && origin === publicOrigin) return true;
  // On the way to a page without https others can put a script of theirs.
  if (request.isHttps && protocol !== 'https:') return false;
  return host === request.headers.host || host === request.host;
}
