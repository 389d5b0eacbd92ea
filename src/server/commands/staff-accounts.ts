import { randomBytes } from 'node:crypto';
import { Failure } from '#shared/errors.ts';
import type { Database, Db } from '#server/db/database.ts';
import {
  accountByLogin,
  dropTickets,
  insertAccount,
  type PassportAccount,
  setPhone,
} from '#server/features/account/sign-in/queries.ts';
import { issueTicket } from '#server/features/account/sign-in/tickets.ts';
import { endSessions } from '#server/features/account/session/queries.ts';
import { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import { mobileNumberOrNone } from '#server/platform/accounts/phone.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { markInstallation } from '#server/platform/installation/queries.ts';
import { refuseLastStaff } from '#server/platform/staff-actions/staff-action.ts';
import { setStaff, staffRows } from '#server/platform/staff-actions/queries.ts';
import { DAY_MS } from '#shared/time/durations.ts';

/** A name to sign in with: nothing that could be read as a number, and nothing that needs quoting. */
const USERNAME = /^[a-z][a-z0-9_.-]{2,31}$/;
/** How long a link can be opened. */
export const LINK_MS = DAY_MS;
const REASON = '由服务器命令行操作';
const DEFAULT_NAME = '运营人员';

/** What `grant` did. `ticket` sets the password of the account, once. */
export interface Granted {
  readonly username: string;
  readonly isNew: boolean;
  readonly ticket: string | null;
}

/** Gives and takes the staff role from the command line, where anyone who runs it holds the database anyway. */
export class StaffAccounts {
  readonly #database: Database;
  readonly #changes: AccountChanges;
  readonly #now: () => Date;

  constructor(database: Database, now: () => Date) {
    this.#database = database;
    this.#changes = new AccountChanges(database);
    this.#now = now;
  }

  /**
   * Makes an account staff, and makes the account where there is none. One without a password, or with `link`, gets a ticket
   * to set it; earlier tickets end.
   * @param login A mobile number or a username.
   * @throws Failure INVALID_BODY when it is neither; CONFLICT for a frozen or a sample account.
   */
  async grant(login: string, { name = DEFAULT_NAME, link = false } = {}): Promise<Granted> {
    const now = this.#now();
    const granted = await this.#database.db.transaction().execute(async (trx) => {
      // Before its first start a database has no mark: anyone who names staff of their own does not want samples.
      await markInstallation(trx, 'real', now);
      const found = await this.#find(trx, login);
      const account = found ?? (await this.#create(trx, login, name));
      if (account.is_sample) throw new Failure('CONFLICT', '示例账号的密码是公开的，请使用另一个账号');
      if (account.frozen_at) throw new Failure('CONFLICT', '该账号已被冻结，请先由其他运营人员解除冻结');
      if (!account.roles.includes('staff')) {
        await setStaff(trx, account.id, true);
        await endSessions(trx, { account_id: account.id }, 'accessChanged', now);
        await this.#log(trx, 'staff.granted', account.id);
      }
      const ticket = link || account.password_hash === null ? await this.#link(trx, account.id) : null;
      return { id: account.id, username: account.username, isNew: found === undefined, ticket };
    });
    await this.#changes.announce(granted.id);
    return granted;
  }

  /** Everybody who is staff. */
  async list() {
    return staffRows(this.#database.db);
  }

  /** @throws Failure UNKNOWN_RECORD when there is no such account; CONFLICT when it is not staff or the last of them. */
  async revoke(login: string): Promise<void> {
    const id = await this.#database.db.transaction().execute(async (trx) => {
      const account = await this.#find(trx, login);
      if (!account) throw new Failure('UNKNOWN_RECORD', `没有账号 ${login}`);
      if (!account.roles.includes('staff')) throw new Failure('CONFLICT', '该账号不是运营人员');
      await refuseLastStaff(trx, account.id);
      await setStaff(trx, account.id, false);
      await dropTickets(trx, account.id);
      await endSessions(trx, { account_id: account.id }, 'accessChanged', this.#now());
      await this.#log(trx, 'staff.revoked', account.id);
      return account.id;
    });
    await this.#changes.announce(id);
  }

  async #find(trx: Db, login: string): Promise<PassportAccount | undefined> {
    const number = mobileNumberOrNone(login);
    return accountByLogin(trx, login.trim(), number && this.#database.vault.index(number, 'phone'));
  }

  async #create(trx: Db, login: string, name: string): Promise<PassportAccount> {
    const { vault } = this.#database;
    const number = mobileNumberOrNone(login);
    if (number === undefined && !USERNAME.test(login)) {
      const message = '请填写手机号，或以小写字母开头的用户名（3 到 32 个小写字母、数字、_ . -）';
      throw new Failure('INVALID_BODY', message);
    }
    const username = number === undefined ? login : `staff-${randomBytes(5).toString('hex')}`;
    const phoneIndex = number === undefined ? null : vault.index(number, 'phone');
    const id = await insertAccount(trx, { username, name, phoneIndex }, this.#now());
    if (id === undefined) throw new Failure('CONFLICT', '该手机号刚刚注册了账号，请重试');
    if (number !== undefined && phoneIndex !== null) await setPhone(trx, vault, id, { number, old: phoneIndex });
    const made = await accountByLogin(trx, username, undefined);
    if (!made) throw new Failure('INTERNAL');
    return made;
  }

  async #link(trx: Db, accountId: string): Promise<string> {
    const now = this.#now();
    const until = new Date(now.getTime() + LINK_MS);
    await dropTickets(trx, accountId);
    await this.#log(trx, 'staff.linkIssued', accountId, { until: until.toISOString() });
    return issueTicket(trx, accountId, until, now);
  }

  async #log(trx: Db, action: string, id: string, details: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const entry = { actor: null, action, target: { kind: 'account', id }, reason: REASON, details };
    await writeAudit(trx, entry, this.#now());
  }
}
