import { randomBytes } from 'node:crypto';
import { Failure } from '#shared/errors.ts';
import type { Database } from '#server/db/database.ts';
import { hashPassword, passwordMatches } from '#server/lib/accounts/password.ts';
import { type Counted, type Limits, networkOf, type Subject } from '#server/lib/limits/limits.ts';
import type { CaptchaJudge, CaptchaProof } from '#server/lib/providers/captcha/captcha.ts';
import { accountByLogin, type PassportAccount } from './queries.ts';

const MINUTE_MS = 60_000;
/** Wrong passwords for a name, and from an address, within a quarter of an hour after which a captcha comes first. */
const FREE_TRIES = { name: 3, address: 10 };
const CAPTCHA_WINDOW_MS = 15 * MINUTE_MS;
/** Wrong passwords for a name within an hour after which each further try has to wait for a quarter of an hour. */
const MAX_TRIES = 10;
const LOCK_WINDOW_MS = 60 * MINUTE_MS;
const LOCK_MS = 15 * MINUTE_MS;

export interface PasswordAttempt {
  /** What was typed as a name. */
  readonly login: string;
  /** The same as a number in E.164, where it is one. */
  readonly number: string | undefined;
  readonly password: string;
  readonly address: string;
  readonly proof: CaptchaProof | undefined;
}

export interface PasswordSignInParts {
  readonly database: Database;
  readonly limits: Limits;
  readonly captcha: CaptchaJudge;
  readonly now: () => Date;
}

/** What wrong passwords are counted by. A name is counted whether or not somebody has it. */
export const nameSubject = (login: string, number: string | undefined): Subject => ({
  kind: 'sign-in.name',
  value: number ?? login.trim().toLowerCase(),
});

/** Proves who somebody is by a password, with the same words, the same work and the same limits for names that nobody has. */
export class PasswordSignIn {
  readonly #parts: PasswordSignInParts;
  /** Verified against when there is no such account, so that both refusals take the same time. */
  readonly #nobody: Promise<string>;

  constructor(parts: PasswordSignInParts) {
    this.#parts = parts;
    this.#nobody = hashPassword(randomBytes(16).toString('hex'));
  }

  /**
   * The account of a username or phone number with its password. A try is counted before it is judged, so that of many at
   * once no more than the limit are judged, and taken back when the password is right.
   * @throws Failure SIGN_IN_REFUSED whether the account or the password is wrong; CAPTCHA_REQUIRED or CAPTCHA_FAILED;
   * TOO_MANY_REQUESTS (details: `retryAfter` in seconds); ACCOUNT_FROZEN only to whoever knows the password.
   */
  async prove({ login, number, password, address, proof }: PasswordAttempt): Promise<PassportAccount> {
    const { database, limits, captcha } = this.#parts;
    const { db, vault } = database;
    if (proof && !(await captcha.judge(proof))) throw new Failure('CAPTCHA_FAILED');
    const name = nameSubject(login, number);
    const from: Subject = { kind: 'sign-in.address', value: networkOf(address) };
    const counted = await db.transaction().execute(async (trx) => {
      const tries = await limits.count(trx, [name, from]);
      this.#refuseTooMany(tries, name, from, proof !== undefined);
      return tries;
    });
    const account = await accountByLogin(db, login.trim(), number && vault.index(number, 'phone'));
    const matches = await passwordMatches(account?.password_hash ?? (await this.#nobody), password);
    if (!account?.password_hash || !matches) {
      await limits.sweep(db);
      throw new Failure('SIGN_IN_REFUSED');
    }
    await limits.takeBack(db, counted, [from], [name]);
    if (account.frozen_at) throw new Failure('ACCOUNT_FROZEN');
    return account;
  }

  #refuseTooMany(counted: Counted, name: Subject, from: Subject, isProved: boolean): void {
    const now = this.#parts.now().getTime();
    const [byName, byAddress] = [counted.before(name), counted.before(from)];
    const within = (times: readonly number[], span: number) => times.filter((time) => time > now - span);
    if (within(byName, LOCK_WINDOW_MS).length >= MAX_TRIES) {
      const wait = Math.ceil(Math.max(0, (byName.at(-1) ?? 0) + LOCK_MS - now) / 1000);
      this.#parts.limits.refuse(wait, '密码错误次数过多');
    }
    if (isProved) return;
    const isSuspect =
      within(byName, CAPTCHA_WINDOW_MS).length >= FREE_TRIES.name ||
      within(byAddress, CAPTCHA_WINDOW_MS).length >= FREE_TRIES.address;
    if (isSuspect) throw new Failure('CAPTCHA_REQUIRED');
  }
}
