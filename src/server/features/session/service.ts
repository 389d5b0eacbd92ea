import { createHash, randomBytes } from 'node:crypto';
import type { Profile } from '#schemas/api/session.ts';
import { Failure } from '#shared/errors.ts';
import { type Actor, isFounder, isStaff } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { hashPassword, passwordMatches } from '#server/lib/accounts.ts';
import { accountByLogin, accountBySession, type AccountRow, deleteSession, insertSession } from './queries.ts';

/** Name of the session cookie. */
export const SESSION_COOKIE = 'kr_plus_id';
/** A session lasts thirty days. */
export const SESSION_SECONDS = 30 * 24 * 3600;
/** How long a process may answer from memory before it asks the database again whether a session still holds. */
const REMEMBER_MS = 5000;
const MAX_REMEMBERED = 10_000;

const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

function toActor(account: AccountRow): Actor {
  return { id: account.id, name: account.name, roles: account.roles, vipType: account.vip_type };
}

/** Sign-in by password and the sessions that follow; only the hash of a token is kept. */
export class Sessions {
  readonly #db: Db;
  readonly #now: () => Date;
  readonly #remembered = new Map<string, { actor: Actor | null; until: number }>();
  /** Verified against when there is no such account, so that both refusals take the same time. */
  readonly #nobody: Promise<string>;

  constructor(db: Db, now: () => Date) {
    this.#db = db;
    this.#now = now;
    this.#nobody = hashPassword(randomBytes(16).toString('hex'));
  }

  /** @throws Failure SIGN_IN_REFUSED, with the same words whether the account or the password is wrong. */
  async open(login: string, password: string): Promise<{ token: string; actor: Actor }> {
    const account = await accountByLogin(this.#db, login.trim());
    const matches = await passwordMatches(account?.password_hash ?? (await this.#nobody), password);
    if (!account || !matches) throw new Failure('SIGN_IN_REFUSED');
    const token = randomBytes(32).toString('base64url');
    const now = this.#now();
    const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
    await insertSession(this.#db, hashToken(token), account.id, now, expiresAt);
    return { token, actor: toActor(account) };
  }

  async close(token: string): Promise<void> {
    const tokenHash = hashToken(token);
    this.#remembered.delete(tokenHash);
    await deleteSession(this.#db, tokenHash);
  }

  /** Who a token belongs to; null when its session ended. */
  async find(token: string): Promise<Actor | null> {
    const tokenHash = hashToken(token);
    const now = this.#now();
    const known = this.#remembered.get(tokenHash);
    if (known && known.until > now.getTime()) return known.actor;
    const account = await accountBySession(this.#db, tokenHash, now);
    const actor = account ? toActor(account) : null;
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(tokenHash, { actor, until: now.getTime() + REMEMBER_MS });
    return actor;
  }
}

/** What screens know of the signed-in person. */
export function profileOf(actor: Actor): Profile {
  return {
    uid: actor.id ?? '',
    name: actor.name,
    identityRoles: actor.roles.filter((role) => role !== 'staff'),
    enterpriser: isFounder(actor) ? 2 : 0,
    enterpriserVipLevel: 0,
    vipType: actor.vipType,
    staff: isStaff(actor),
  };
}
