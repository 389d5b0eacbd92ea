import { randomInt } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import type { Vault } from '#server/db/vault.ts';
import { addStamps, sweepAttempts, takeStampsBack } from './queries.ts';
import { LONGEST_WINDOW_MS, secondsToWait, whenToTryAgain, type Window } from './windows.ts';

/** Who or what is counted: a kind of action and whose it is, e.g. `sms.number` and a phone number. */
export interface Subject {
  readonly kind: string;
  readonly value: string;
}

/** One action that was counted. */
export interface Counted {
  /** Milliseconds since 1970 of the earlier actions of a subject within a day, oldest first. */
  readonly before: (subject: Subject) => readonly number[];
  /** Identifies the action, to take it back. */
  readonly stamp: number;
}

/** In a millisecond. */
const MICROSECONDS = 1000;

export interface LimitsDeps {
  readonly vault: Vault;
  readonly now: () => Date;
}

/** The network of an address: the holder of an IPv6 address has a whole /64 of them. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.replace('::ffff:', '');
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  return `${[...groups, ...Array.from({ length: missing }, () => '0')].slice(0, 4).join(':')}::/64`;
}

/**
 * Counts who does what how often, in the database: neither a restart nor a second process forgets. Only keyed hashes of
 * numbers, names and addresses are kept, and for no more than two days.
 */
export class Limits {
  readonly #deps: LimitsDeps;
  /** Begins anywhere, so that processes that count within one millisecond rarely meet. */
  #serial = randomInt(MICROSECONDS);

  constructor(deps: LimitsDeps) {
    this.#deps = deps;
  }

  /** Counts an action of these subjects. When the transaction is rolled back, it was not counted. */
  async count(trx: Db, subjects: readonly Subject[]): Promise<Counted> {
    const now = this.#deps.now();
    // Microseconds that the clock does not have distinguish actions within one millisecond: taking one back removes no
    // other.
    this.#serial = (this.#serial + 1) % MICROSECONDS;
    const stamp = now.getTime() * MICROSECONDS + this.#serial;
    const since = (now.getTime() - LONGEST_WINDOW_MS) * 1000;
    const older = subjects.flatMap((subject) => this.#keys(subject).slice(1));
    const found = await addStamps(trx, { subjects: subjects.map(this.#key), older }, stamp, since, now);
    return {
      stamp,
      before: (subject) => {
        const stamps = this.#keys(subject).flatMap((key) => found.get(key) ?? []);
        stamps.sort((one, other) => one - other);
        stamps.splice(stamps.lastIndexOf(stamp), 1);
        return stamps.map((at) => Math.floor(at / 1000));
      },
    };
  }

  /**
   * Counts an action that each subject may do only so often.
   * @throws Failure TOO_MANY_REQUESTS (details: `retryAfter` in seconds); the caller's transaction must be rolled back.
   */
  async take(trx: Db, claims: readonly (Subject & { readonly windows: readonly Window[] })[]): Promise<Counted> {
    const now = this.#deps.now();
    const counted = await this.count(trx, claims);
    const waits = claims.map((claim) => secondsToWait(counted.before(claim), claim.windows, now.getTime()));
    this.refuse(Math.max(0, ...waits));
    return counted;
  }

  /** @throws Failure TOO_MANY_REQUESTS when there are seconds to wait, saying why and until when. */
  refuse(retryAfter: number, why = '操作过于频繁'): void {
    if (retryAfter === 0) return;
    const words = `${why}，${whenToTryAgain(retryAfter, this.#deps.now())}`;
    throw new Failure('TOO_MANY_REQUESTS', words, [], { retryAfter });
  }

  /** Uncounts an action for `subjects`, and resets the count of `cleared`. */
  async takeBack(db: Db, counted: Counted, subjects: readonly Subject[], cleared: readonly Subject[]): Promise<void> {
    await takeStampsBack(db, subjects.map(this.#key), counted.stamp, cleared.flatMap(this.#keys));
  }

  /** Resets the count of these subjects. */
  async clear(db: Db, cleared: readonly Subject[]): Promise<void> {
    await takeStampsBack(db, [], 0, cleared.flatMap(this.#keys));
  }

  /** Clears some of what no window reaches any more away. */
  async sweep(db: Db): Promise<void> {
    await sweepAttempts(db, new Date(this.#deps.now().getTime() - 2 * LONGEST_WINDOW_MS));
  }

  readonly #key = ({ kind, value }: Subject): string => `${kind}:${this.#deps.vault.index(value, kind)}`;
  /** Under each key of the vault, the present one first. */
  readonly #keys = ({ kind, value }: Subject): string[] =>
    this.#deps.vault.indexes(value, kind).map((index) => `${kind}:${index}`);
}
