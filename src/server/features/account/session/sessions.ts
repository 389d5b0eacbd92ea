import { hash, randomBytes } from 'node:crypto';
import type { FailureName } from '#shared/errors.ts';
import { type Actor, isStaff } from '#shared/policy/actor.ts';
import { SESSION_ENDS, type SessionEnd } from '#shared/policy/session-ends.ts';
import type { Db } from '#server/db/database.ts';
import type { NewDevices } from './new-devices.ts';
import type { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import { byOwner } from '#server/platform/accounts/owner-action.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import {
  accountById,
  type AccountRow,
  endSessions,
  insertSession,
  liveSessions,
  noteSeen,
  purgeSessions,
  sessionByToken,
} from './queries.ts';
import { DAY_MS, DAY_SECONDS, HOUR_MS } from '#shared/time/durations.ts';

/** Name of the session cookie. */
export const SESSION_COOKIE = 'kr_plus_id';
/** A session lasts thirty days. */
export const SESSION_SECONDS = 30 * DAY_SECONDS;
/** Where staff must have a second factor, a session of theirs lasts half a day, and an hour without any request. */
export const STAFF_IDLE_SECONDS = HOUR_MS / 1000;
export const STAFF_SESSION_SECONDS = 12 * STAFF_IDLE_SECONDS;
/** How long a process may answer from memory before it asks the database again whether a session still holds. */
const REMEMBER_MS = 5000;
const MAX_REMEMBERED = 10_000;
/** A session’s last use is known to the minute. */
const SEEN_EVERY_MS = 60_000;
/**
 * What is left of a session stays a week beyond its term, so that its browser learns why; a sign-in clears this many.
 */
const LEFT_MS = 7 * DAY_MS;
const PURGED_AT_ONCE = 100;
/** Devices that a person is shown. */
const MAX_DEVICES = 100;

/** Marks tokens that only the prefixed cookie of https may bring. */
const HOST_MARK = 'h.';
/** A token that was made for the prefixed cookie: in a cookie without the prefix another host has put it. */
export const isHostToken = (token: string): boolean => token.startsWith(HOST_MARK);

/** From where a session was opened, as its owner is shown it. */
export interface Device {
  /** The browser's own words for itself, cut to size. */
  readonly userAgent: string;
  readonly address: string;
  /** The browser came by https: the token is good in the prefixed cookie alone. */
  readonly isHttps?: boolean;
  /** The token by which the browser is known again, where it brings one. */
  readonly token?: string;
  /** The second factor of the account was proved as well. */
  readonly isFactorProved?: boolean;
}

/** What a token identifies: a user and the session's own id, or why it is no longer valid. */
export type Found =
  | { readonly actor: Actor; readonly sessionId: string; readonly lacksFactor: boolean }
  | { readonly actor: null; readonly ended: FailureName };

interface Remembered {
  readonly found: Found;
  readonly accountId: string | null;
  readonly until: number;
}

export interface SessionsDeps {
  readonly db: Db;
  readonly now: () => Date;
  readonly changes: AccountChanges;
  /** Staff may do nothing before they have a second factor; their sessions are short. */
  readonly isFactorRequired?: boolean;
  /** Tells owners of sign-ins from elsewhere. */
  readonly newDevices?: NewDevices;
}

const hashToken = (token: string): string => hash('sha256', token, 'base64url');

/** The actor that an account is now: a VIP whose term is over is none. */
export function actorOf(account: AccountRow, now: Date): Actor {
  const isVip = account.vip_until === null || new Date(account.vip_until) > now;
  const { id, name, roles, duties } = account;
  return { id, name, roles, duties, vipType: isVip ? account.vip_type : 0 };
}

/** The sessions of people; only the hash of a token is kept. Each sign-in gets a token of its own, never one that was brought along. */
export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #remembered = new Map<string, Remembered>();
  /** Counts announced changes: what was read before one is not remembered after it. */
  #heard = 0;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
    deps.changes.onChange((accountId) => this.#forget(accountId));
  }

  /** Opens a session for an account whose owner has just proved who they are; gives the token for the cookie. */
  async open(accountId: string, device: Device): Promise<string> {
    const token = (device.isHttps ? HOST_MARK : '') + randomBytes(32).toString('base64url');
    const now = this.#deps.now();
    const isOfStaff = (await accountById(this.#deps.db, accountId))?.roles.includes('staff') === true;
    const isShort = isOfStaff && this.#deps.isFactorRequired === true;
    const session = {
      token_hash: hashToken(token),
      id: randomBytes(12).toString('hex'),
      account_id: accountId,
      device: device.userAgent.slice(0, 300),
      address: device.address,
      created_at: now.toISOString(),
      seen_at: now.toISOString(),
      expires_at: new Date(now.getTime() + (isShort ? STAFF_SESSION_SECONDS : SESSION_SECONDS) * 1000).toISOString(),
      proved_factor: device.isFactorProved ?? false,
    };
    const told = await this.#deps.db.transaction().execute(async (trx) => {
      await insertSession(trx, session);
      const details = { address: device.address, factor: session.proved_factor };
      if (isOfStaff) await writeAudit(trx, { ...byOwner(accountId), action: 'staff.signedIn', details }, now);
      const { userAgent, address, token: known = '' } = device;
      return this.#deps.newDevices?.note(
        trx,
        { accountId, sessionId: session.id, userAgent, address, token: known },
        now,
      );
    });
    told?.();
    await purgeSessions(this.#deps.db, new Date(now.getTime() - LEFT_MS), PURGED_AT_ONCE);
    return token;
  }

  /** The sessions of an account that are not over, the latest in use first. */
  async live(accountId: string) {
    return liveSessions(this.#deps.db, accountId, this.#deps.now(), MAX_DEVICES);
  }

  /** Ends the session of a token: its owner signs out. */
  async close(token: string): Promise<void> {
    const accountId = await endSessions(this.#deps.db, { token_hash: hashToken(token) }, 'signedOut', this.#deps.now());
    for (const id of accountId) await this.#deps.changes.announce(id);
  }

  /** Ends all sessions of an account, but for the one named; every process knows at once. */
  async endAll(accountId: string, because: SessionEnd, exceptId?: string): Promise<void> {
    await endSessions(this.#deps.db, { account_id: accountId, exceptId }, because, this.#deps.now());
    await this.#deps.changes.announce(accountId);
  }

  /**
   * Ends all sessions of an account within the transaction of the action that causes it; announce the account after its
   * commit.
   */
  async endAllWithin(trx: Db, accountId: string, because: SessionEnd, exceptId?: string): Promise<void> {
    await endSessions(trx, { account_id: accountId, exceptId }, because, this.#deps.now());
  }

  /** Ends one session of an account by its id. False when there is none such of that account. */
  async endOne(accountId: string, id: string, because: SessionEnd): Promise<boolean> {
    const ended = await endSessions(this.#deps.db, { account_id: accountId, id }, because, this.#deps.now());
    await this.#deps.changes.announce(accountId);
    return ended.length > 0;
  }

  /** Who a token belongs to; null for a token that never was one. */
  async find(token: string): Promise<Found | null> {
    const tokenHash = hashToken(token);
    const now = this.#deps.now();
    const known = this.#remembered.get(tokenHash);
    if (known && known.until > now.getTime()) return known.found;
    const heard = this.#heard;
    const row = await sessionByToken(this.#deps.db, tokenHash);
    if (!row) return null;
    const found = this.#judge(row, now);
    if (found.actor) this.#noteSeen(tokenHash, row.seen_at, now);
    if (heard !== this.#heard) return found;
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(tokenHash, { found, accountId: row.id, until: now.getTime() + REMEMBER_MS });
    return found;
  }

  #judge(row: NonNullable<Awaited<ReturnType<typeof sessionByToken>>>, now: Date): Found {
    if (row.ended_because) return { actor: null, ended: SESSION_ENDS[row.ended_because] };
    if (row.closed_at) return { actor: null, ended: 'ACCOUNT_CLOSED' };
    if (row.frozen_at) return { actor: null, ended: 'ACCOUNT_FROZEN' };
    if (new Date(row.expires_at) <= now) return { actor: null, ended: 'CERTIFICATE_EXPIRED' };
    // The factor was set up while this session was being opened without it.
    if (row.has_factor && !row.proved_factor) return { actor: null, ended: 'ACCESS_CHANGED' };
    const actor = actorOf(row, now);
    const { isFactorRequired = false } = this.#deps;
    const idleSince = new Date(now.getTime() - STAFF_IDLE_SECONDS * 1000);
    if (isFactorRequired && isStaff(actor) && row.seen_at !== null && new Date(row.seen_at) <= idleSince)
      return { actor: null, ended: 'CERTIFICATE_EXPIRED' };
    return { actor, sessionId: row.session_id, lacksFactor: isFactorRequired && isStaff(actor) && !row.has_factor };
  }

  /** Beside the request, which does not wait for it; what fails here is noted with the next one. */
  #noteSeen(tokenHash: string, seenAt: string | null, now: Date): void {
    const before = new Date(now.getTime() - SEEN_EVERY_MS);
    if (seenAt !== null && new Date(seenAt) >= before) return;
    noteSeen(this.#deps.db, tokenHash, before, now).catch(() => undefined);
  }

  #forget(accountId: string | null): void {
    this.#heard += 1;
    for (const [tokenHash, remembered] of this.#remembered) {
      if (accountId === null || remembered.accountId === accountId) this.#remembered.delete(tokenHash);
    }
  }
}
