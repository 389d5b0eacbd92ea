import { createHash, randomBytes } from 'node:crypto';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, cookieOptions } from '#server/http/https.ts';
import { DAY_SECONDS } from '#shared/time/durations.ts';

/** Name of the cookie by which a browser that is about to sign in is known again. */
const MARK_COOKIE = 'kr_login_id';
/** 32 random bytes as base64url. */
const MARK = /^[\w-]{43}$/;

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Secrets of a code: `bytes` random bytes as base64url. */
export const secret = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** The hash of a browser's mark; undefined for a browser without one. */
export function markOf(request: FastifyRequest): string | undefined {
  const mark = request.cookies[cookieName(request, MARK_COOKIE)] ?? '';
  return MARK.test(mark) ? hashOf(mark) : undefined;
}

/** Marks a browser, unless it is marked: two tabs of it share one mark. Gives the hash of the mark. */
export function mark(request: FastifyRequest, reply: FastifyReply): string {
  const known = markOf(request);
  if (known !== undefined) return known;
  const made = secret(32);
  void reply.setCookie(cookieName(request, MARK_COOKIE), made, { ...cookieOptions(request), maxAge: DAY_SECONDS });
  return hashOf(made);
}

/** Takes the mark away: it has served. */
export function unmark(request: FastifyRequest, reply: FastifyReply): void {
  void reply.clearCookie(cookieName(request, MARK_COOKIE), cookieOptions(request));
}
