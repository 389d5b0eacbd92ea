import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, cookieOptions } from '#server/http/https.ts';
import { isHostToken, SESSION_COOKIE, SESSION_SECONDS } from './sessions.ts';

/** The session token that a browser sends; undefined without one. */
export function sessionToken(request: FastifyRequest): string | undefined {
  const kept = request.cookies[cookieName(request, SESSION_COOKIE)];
  if (kept || !request.isHttps) return kept;
  // Sessions from before https keep going, but a token made for the prefixed cookie was put here by another host.
  const plain = request.cookies[SESSION_COOKIE];
  return plain && !isHostToken(plain) ? plain : undefined;
}

/** Hands a session token to the browser; over https a cookie without the prefix is taken away. */
export function giveSession(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const options = cookieOptions(request);
  void reply.setCookie(cookieName(request, SESSION_COOKIE), token, { ...options, maxAge: SESSION_SECONDS });
  if (hasPlainCookie(request)) void reply.clearCookie(SESSION_COOKIE, options);
}

/** Takes the session token away from the browser. */
export function takeSession(request: FastifyRequest, reply: FastifyReply): void {
  const options = cookieOptions(request);
  void reply.clearCookie(cookieName(request, SESSION_COOKIE), options);
  if (hasPlainCookie(request)) void reply.clearCookie(SESSION_COOKIE, options);
}

/** A cookie of the plain name came over https, where the prefixed one takes its place. */
export const hasPlainCookie = (request: FastifyRequest): boolean =>
  request.isHttps && request.cookies[SESSION_COOKIE] !== undefined;
