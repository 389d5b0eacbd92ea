import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Vault } from '#server/db/vault.ts';
import { cookieName, cookieOptions } from '#server/http/https.ts';
import { YEAR_SECONDS } from '#shared/time/durations.ts';

const COOKIE = 'kr_device';
const NONCE = /^[\w-]{22}$/;

/** Whose device it is: another password makes all tokens of an account worthless. */
interface Owner {
  readonly id: string;
  readonly password_hash: string | null;
}

const claimOf = ({ id, password_hash: hash }: Owner, nonce: string): string => `${id}\n${hash ?? ''}\n${nonce}`;

/**
 * A token that says that this browser has signed in to an account. It does not sign a user in: it only distinguishes
 * the owner from attackers.
 */
export function newDeviceToken(vault: Vault, owner: Owner): string {
  const nonce = randomBytes(16).toString('base64url');
  return `${nonce}.${vault.index(claimOf(owner, nonce), 'device')}`;
}

/** The name of a device that has signed in to this account with the password that it has now; undefined for any other. */
export function knownDevice(vault: Vault, owner: Owner, token: string): string | undefined {
  const [nonce = '', mark = ''] = token.split('.');
  return NONCE.test(nonce) && vault.isIndex(mark, claimOf(owner, nonce), 'device') ? nonce : undefined;
}

export const deviceToken = (request: FastifyRequest): string => request.cookies[cookieName(request, COOKIE)] ?? '';

export function giveDeviceToken(request: FastifyRequest, reply: FastifyReply, token: string): void {
  void reply.setCookie(cookieName(request, COOKIE), token, { ...cookieOptions(request), maxAge: YEAR_SECONDS });
}
