import { Failure } from '#shared/errors.ts';
import { COMMON_PASSWORD, passwordProblem } from '#shared/validation/password-rules.ts';
import type { Database, Db } from '#server/db/database.ts';
import { phonePlace } from '#server/db/seal-phones.ts';
import type { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import { isCommonPassword } from '#server/platform/accounts/common-passwords.ts';
import { byOwner } from '#server/platform/accounts/owner-action.ts';
import { type OwnerProofDeps, provePassword } from '#server/platform/accounts/owner-proof.ts';
import { hashPassword } from '#server/platform/accounts/password.ts';
import type { SecurityNotices } from '#server/platform/accounts/security-notices.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import type { SmsCodes } from '#server/platform/sms-codes/sms-codes.ts';
import { nameSubject } from './password-sign-in.ts';
import {
  accountById,
  accountByPhone,
  accountOfTicket,
  type PassportAccount,
  setPasswordHash,
  takeTicket,
} from './queries.ts';
import { hashTicket, issueTicket } from '#server/platform/accounts/tickets.ts';

const TICKET_MS = 10 * 60_000;

export interface PasswordsDeps extends OwnerProofDeps {
  readonly database: Database;
  readonly codes: SmsCodes;
  readonly changes: AccountChanges;
  readonly now: () => Date;
  /** Ends the sessions of an account because its password is another now, but for the one named. */
  readonly endSessions: (trx: Db, accountId: string, exceptId?: string) => Promise<void>;
  readonly notices: SecurityNotices;
}

/** How the owner of an account proves the right to set its password. */
export interface PasswordChange {
  readonly passwd: string;
  readonly password?: string;
  readonly verifyCode?: string;
}

/** Setting passwords: forgotten ones by a code and a ticket, one's own by the old one or a code. */
export class Passwords {
  readonly #deps: PasswordsDeps;

  constructor(deps: PasswordsDeps) {
    this.#deps = deps;
  }

  /**
   * Exchanges a code of purpose `reset` for a ticket that sets one password within ten minutes.
   * @throws Failure VERIFY_CODE_WRONG, also where the number has no account.
   */
  async verify(number: string, code: string): Promise<{ ticket: string }> {
    const { database, codes, now } = this.#deps;
    const ticket = await database.db.transaction().execute(async (trx) => {
      const isRight = await codes.use(trx, number, 'reset', code);
      const account = isRight ? await accountByPhone(trx, database.vault.indexes(number, 'phone')) : undefined;
      if (!account) return null;
      const at = now();
      const expiresAt = new Date(at.getTime() + TICKET_MS);
      return issueTicket(trx, 'reset_ticket', account.id, { expiresAt, now: at });
    });
    if (ticket === null) throw new Failure('VERIFY_CODE_WRONG');
    return { ticket };
  }

  /**
   * Sets the password of the account that a ticket identifies; all its sessions end.
   * @throws Failure VERIFY_CODE_WRONG when the ticket is used or over; INVALID_BODY when the password will not do, and
   * the ticket stays good.
   */
  async setForgotten(ticket: string, passwd: string): Promise<void> {
    const { database, now } = this.#deps;
    const ticketHash = hashTicket(ticket);
    const account = await accountOfTicket(database.db, ticketHash, now());
    if (!account) throw ticketOver();
    await this.#refuseUnfit(passwd, account);
    const passwordHash = await hashPassword(passwd);
    await database.db.transaction().execute(async (trx) => {
      if (!(await takeTicket(trx, ticketHash, account.id, now()))) throw ticketOver();
      await this.#set(trx, account, passwordHash);
    });
    await this.#notifyOwner(account);
  }

  /**
   * Sets the password of a signed-in account; its other sessions end.
   * @throws Failure INVALID_BODY when it will not do or the old one is wrong, VERIFY_CODE_WRONG, TOO_MANY_REQUESTS.
   */
  async change(accountId: string, sessionId: string, { passwd, password, verifyCode }: PasswordChange): Promise<void> {
    const { database, codes } = this.#deps;
    const { db } = database;
    const account = await accountById(db, accountId);
    if (!account) throw new Failure('SESSION_INVALID');
    await this.#refuseUnfit(passwd, account);
    if (verifyCode === undefined) {
      await provePassword(this.#deps, account, password, '原密码');
      if (passwd === password) refuse('passwd', '新密码不能与原密码相同');
    }
    const passwordHash = await hashPassword(passwd);
    const isProved = await db.transaction().execute(async (trx) => {
      const number = this.#numberOf(account) ?? '';
      if (verifyCode !== undefined && !(await codes.use(trx, number, 'reset', verifyCode))) return false;
      await this.#set(trx, account, passwordHash, sessionId);
      return true;
    });
    if (!isProved) throw new Failure('VERIFY_CODE_WRONG');
    await this.#notifyOwner(account);
  }

  async #set(trx: Db, account: PassportAccount, passwordHash: string, exceptId?: string): Promise<void> {
    const { limits, endSessions, now } = this.#deps;
    await setPasswordHash(trx, account.id, passwordHash);
    await endSessions(trx, account.id, exceptId);
    await writeAudit(trx, { ...byOwner(account.id), action: 'account.passwordSet' }, now());
    // A user who forgot the password tried some: those tries no longer count.
    const number = this.#numberOf(account);
    await limits.clear(trx, [nameSubject(account.username, undefined), ...(number ? [nameSubject('', number)] : [])]);
  }

  /** After the commit: every process forgets the sessions that ended, and the owner is notified of the change. */
  async #notifyOwner(account: PassportAccount): Promise<void> {
    await this.#deps.changes.announce(account.id);
    this.#deps.notices.tell(account, 'password');
  }

  async #refuseUnfit(passwd: string, account: PassportAccount): Promise<void> {
    const problem = passwordProblem(passwd, { username: account.username, phone: this.#numberOf(account) });
    if (problem !== null) refuse('passwd', problem);
    if (await isCommonPassword(passwd)) refuse('passwd', COMMON_PASSWORD);
  }

  #numberOf({ id, phone_sealed: sealed }: PassportAccount): string | undefined {
    return sealed === null ? undefined : this.#deps.database.vault.open(sealed, phonePlace(id));
  }
}

const ticketOver = (): Failure => new Failure('VERIFY_CODE_WRONG', '验证已过期，请重新获取验证码');

function refuse(field: string, message: string): never {
  throw new Failure('INVALID_BODY', message, [{ field, message }]);
}
