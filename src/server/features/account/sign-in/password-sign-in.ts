import { randomBytes } from 'node:crypto';
import { Failure } from '#shared/errors.ts';
import type { Database } from '#server/db/database.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { knownDevice } from '#server/platform/accounts/known-device.ts';
import { hashPassword, passwordMatches } from '#server/platform/accounts/password.ts';
import { type Counted, type Limits, networkOf, type Subject } from '#server/platform/limits/limits.ts';
import type { CaptchaJudge, CaptchaProof } from '#server/platform/providers/captcha/captcha.ts';
import { accountByLogin, type PassportAccount } from './queries.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/durations.ts';

/** Wrong passwords for a name, on one device and from an address, within a quarter of an hour after which a captcha comes first. */
const FREE_TRIES = { name: 3, place: 3, address: 10 };
const CAPTCHA_WINDOW_MS = 15 * MINUTE_MS;
/**
 * Wrong passwords for a name from one place within an hour after which each further try from there waits for a quarter of an
 * hour. A place is a device that has signed in to the account before, else a network: no user can lock others out of theirs.
 */
const MAX_TRIES = 10;
const LOCK_WINDOW_MS = 60 * MINUTE_MS;
const LOCK_MS = 15 * MINUTE_MS;
/** Wrong passwords for a name within a day, from wherever, after which only devices that are known are judged. */
const MAX_TRIES_OF_ALL = 300;

export interface PasswordAttempt {
  /** What was typed as a name. */
  readonly login: string;
  /** The same as a number in E.164, where it is one. */
  readonly number: string | undefined;
  readonly password: string;
  readonly address: string;
  /** What the browser brings to be known again; empty without one. */
  readonly device: string;
  readonly proof: CaptchaProof | undefined;
}

export interface PasswordSignInDeps {
  readonly database: Database;
  readonly limits: Limits;
  readonly captcha: CaptchaJudge;
  readonly now: () => Date;
}

/** What wrong passwords are counted by. A name is counted whether or not a user has it. */
export const nameSubject = (login: string, number: string | undefined): Subject => ({
  kind: 'sign-in.name',
  value: number ?? login.trim().toLowerCase(),
});

/** Proves who a user is by a password, with the same words, the same work and the same limits for names that no user has. */
export class PasswordSignIn {
  readonly #deps: PasswordSignInDeps;
  /** Verified against when there is no such account, so that both refusals take the same time. */
  readonly #nobody: Promise<string>;

  constructor(deps: PasswordSignInDeps) {
    this.#deps = deps;
    this.#nobody = hashPassword(randomBytes(16).toString('hex'));
  }

  /**
   * The account of a username or phone number with its password. A try is counted before it is judged, so that of many at
   * once no more than the limit are judged, and taken back when the password is right.
   * @throws Failure SIGN_IN_REFUSED whether the account or the password is wrong; CAPTCHA_REQUIRED or CAPTCHA_FAILED;
   * TOO_MANY_REQUESTS (details: `retryAfter` in seconds); ACCOUNT_FROZEN only to anyone who knows the password.
   */
  async prove({ login, number, password, address, device, proof }: PasswordAttempt): Promise<PassportAccount> {
    const { database, limits, captcha } = this.#deps;
    const { db, vault } = database;
    if (proof && !(await captcha.judge(proof))) throw new Failure('CAPTCHA_FAILED');
    const name = nameSubject(login, number);
    const from: Subject = { kind: 'sign-in.address', value: networkOf(address) };
    const account = await accountByLogin(db, login.trim(), number === undefined ? [] : vault.indexes(number, 'phone'));
    const known = account && knownDevice(vault, account, device);
    // With another password counting begins again: tries against the old one say nothing about the new.
    const spot = [name.value, known ?? networkOf(address), account?.password_hash ?? ''].join('\n');
    const place: Subject = { kind: known === undefined ? 'sign-in.place' : 'sign-in.device', value: spot };
    const counted = await db.transaction().execute(async (trx) => {
      const tries = await limits.count(trx, [name, place, from]);
      this.#refuseTooMany(
        tries,
        { name, place, from },
        { isKnown: known !== undefined, isProved: proof !== undefined },
      );
      return tries;
    });
    const matches = await passwordMatches(account?.password_hash ?? (await this.#nobody), password);
    if (!account?.password_hash || !matches) {
      if (account) await this.#log(account, counted.before(place), counted.before(name), networkOf(address));
      await limits.sweep(db);
      throw new Failure('SIGN_IN_REFUSED');
    }
    await limits.takeBack(db, counted, [from, name], [place]);
    if (account.frozen_at) throw new Failure('ACCOUNT_FROZEN');
    return account;
  }

  /**
   * Wrong passwords of an account that are worth knowing of: of staff all, once a minute at most, of others those that lock
   * it. `here` are the tries before this one from the same place, `ofAll` from anywhere.
   */
  async #log(
    { id, roles }: PassportAccount,
    here: readonly number[],
    ofAll: readonly number[],
    network: string,
  ): Promise<void> {
    const { database, now } = this.#deps;
    const at = now();
    const within = (tries: readonly number[], span: number) =>
      tries.filter((time) => time > at.getTime() - span).length;
    const isLocked = within(here, LOCK_WINDOW_MS) === MAX_TRIES - 1 || within(ofAll, DAY_MS) === MAX_TRIES_OF_ALL - 1;
    const isOfStaff = roles.includes('staff') && within(here, MINUTE_MS) === 0;
    if (!isLocked && !isOfStaff) return;
    const entry = {
      actor: null,
      action: isLocked ? 'account.signInLocked' : 'staff.signInFailed',
      target: { kind: 'account', id },
      reason: '密码错误',
      details: roles.includes('staff') ? { address: network } : {},
    };
    await database.db.transaction().execute((trx) => writeAudit(trx, entry, at));
  }

  #refuseTooMany(
    counted: Counted,
    { name, place, from }: { readonly name: Subject; readonly place: Subject; readonly from: Subject },
    { isKnown, isProved }: { readonly isKnown: boolean; readonly isProved: boolean },
  ): void {
    const now = this.#deps.now().getTime();
    const within = (subject: Subject, span: number) => counted.before(subject).filter((time) => time > now - span);
    const here = within(place, LOCK_WINDOW_MS);
    if (here.length >= MAX_TRIES)
      this.#deps.limits.refuse(secondsUntil((here.at(-1) ?? 0) + LOCK_MS, now), '密码错误次数过多');
    const ofAll = within(name, DAY_MS);
    if (!isKnown && ofAll.length >= MAX_TRIES_OF_ALL)
      this.#deps.limits.refuse(
        secondsUntil((ofAll.at(-MAX_TRIES_OF_ALL) ?? 0) + DAY_MS, now),
        '该账号密码错误次数过多，请使用短信验证码或常用设备登录；如需使用密码',
      );
    if (isProved) return;
    const isSuspect =
      (!isKnown && within(name, CAPTCHA_WINDOW_MS).length >= FREE_TRIES.name) ||
      within(place, CAPTCHA_WINDOW_MS).length >= FREE_TRIES.place ||
      within(from, CAPTCHA_WINDOW_MS).length >= FREE_TRIES.address;
    if (isSuspect) throw new Failure('CAPTCHA_REQUIRED');
  }
}

const secondsUntil = (moment: number, now: number): number => Math.ceil(Math.max(0, moment - now) / 1000);
