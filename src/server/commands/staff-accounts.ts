import { randomBytes } from 'node:crypto';
import { type Duty, DUTIES, DUTY_LABELS } from '#schemas/metadata/duty.ts';
import { MIN_REASON } from '#schemas/api/staff-reason.ts';
import { Failure } from '#shared/errors.ts';
import type { Database, Db } from '#server/db/database.ts';
import {
  accountByLogin,
  dropTickets,
  insertAccount,
  type PassportAccount,
  setPhone,
} from '#server/features/account/sign-in/queries.ts';
import { issueTicket } from '#server/platform/accounts/tickets.ts';
import { endSessions } from '#server/features/account/session/queries.ts';
import { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import { mobileNumberOrNone } from '#server/platform/accounts/phone.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { markInstallation } from '#server/platform/installation/queries.ts';
import { resetFactor } from '#server/platform/second-factor/reset.ts';
import { changeDuties } from '#server/platform/staff-actions/duties.ts';
import { refuseLastKeeper } from '#server/platform/staff-actions/staff-action.ts';
import { lockAccounts, staffRows } from '#server/platform/staff-actions/queries.ts';
import { openRequests } from '#server/platform/staff-requests/queries.ts';
import { StaffRequests } from '#server/platform/staff-requests/staff-requests.ts';
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

const isSameSet = (one: readonly Duty[], other: readonly Duty[]): boolean =>
  one.length === other.length && one.every((duty) => other.includes(duty));

function reasonIn(why: string): string {
  const reason = why.trim();
  if ([...reason].length < MIN_REASON) throw new Failure('INVALID_BODY', `原因至少 ${MIN_REASON} 个字`);
  return reason;
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
   * Makes an account staff with these duties, and makes the account where there is none. The first of staff has every duty
   * unless they are named, and who is staff already keeps those that there are. One without a password, or with `link`,
   * gets a ticket to set it; earlier tickets end.
   * @param login A mobile number or a username.
   * @throws Failure INVALID_BODY when it is neither, or no duty is named; CONFLICT for a frozen or a sample account, and
   * where no staff would be left who see to accounts.
   */
  async grant(
    login: string,
    { name = DEFAULT_NAME, link = false, duties }: { name?: string; link?: boolean; duties?: readonly Duty[] } = {},
  ): Promise<Granted> {
    const now = this.#now();
    const granted = await this.#database.db.transaction().execute(async (trx) => {
      // Before its first start a database has no mark: anyone who names staff of their own does not want samples.
      await markInstallation(trx, 'real', now);
      const found = await this.#find(trx, login);
      const account = found ?? (await this.#create(trx, login, name));
      if (account.is_sample) throw new Failure('CONFLICT', '示例账号的密码是公开的，请使用另一个账号');
      if (account.frozen_at) throw new Failure('CONFLICT', '该账号已被冻结，请先由其他运营人员解除冻结');
      const wanted = duties ?? (await this.#dutiesUnnamed(trx, account));
      if (!isSameSet(wanted, account.duties)) await this.#change(trx, account, wanted, now);
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

  /** @throws Failure UNKNOWN_RECORD when there is no such account; CONFLICT when it is not staff, or the last who sees to accounts. */
  async revoke(login: string): Promise<void> {
    const id = await this.#database.db.transaction().execute(async (trx) => {
      const account = await this.#find(trx, login);
      if (!account) throw new Failure('UNKNOWN_RECORD', `没有账号 ${login}`);
      if (!account.roles.includes('staff')) throw new Failure('CONFLICT', '该账号不是运营人员');
      await dropTickets(trx, account.id);
      await this.#change(trx, account, [], this.#now());
      return account.id;
    });
    await this.#changes.announce(id);
  }

  /**
   * Takes the second factor away: its owner lost phone and recovery codes.
   * @throws Failure UNKNOWN_RECORD when there is no such account; INVALID_BODY without a reason; CONFLICT without a factor.
   */
  async resetFactor(login: string, why: string): Promise<void> {
    const reason = reasonIn(why);
    const id = await this.#database.db.transaction().execute(async (trx) => {
      const account = await this.#find(trx, login);
      if (!account) throw new Failure('UNKNOWN_RECORD', `没有账号 ${login}`);
      await resetFactor(trx, { accountId: account.id, actor: null, reason: `${REASON}：${reason}` }, this.#now());
      await endSessions(trx, { account_id: account.id }, 'accessChanged', this.#now());
      return account.id;
    });
    await this.#changes.announce(id);
  }

  /** What waits for another of staff to approve it. */
  async requests() {
    return openRequests(this.#database.db, this.#now());
  }

  /**
   * Approves a request where there is no other of staff who could. @throws Failure as StaffRequests.approveAlone does;
   * INVALID_BODY without a reason.
   */
  async approve(id: string, why: string): Promise<void> {
    const { db } = this.#database;
    const requests = new StaffRequests({
      db,
      now: this.#now,
      endSessions: async (trx, accountId, because) => {
        await endSessions(trx, { account_id: accountId }, because, this.#now());
      },
      announce: (accountId) => this.#changes.announce(accountId),
      hints: { announceNotice: () => undefined, announceRecords: () => undefined },
    });
    await requests.approveAlone(id, `${REASON}：${reasonIn(why)}`);
  }

  async #dutiesUnnamed(trx: Db, { duties }: PassportAccount): Promise<readonly Duty[]> {
    if (duties.length > 0) return duties;
    const staff = await staffRows(trx);
    if (staff.some(({ is_sample: isSample }) => !isSample)) {
      const message = `请用 --duties 指明职责：${DUTIES.map((duty) => `${duty}（${DUTY_LABELS[duty]}）`).join('、')}`;
      throw new Failure('INVALID_BODY', message);
    }
    return DUTIES;
  }

  async #change(trx: Db, account: PassportAccount, duties: readonly Duty[], now: Date): Promise<void> {
    refuseLastKeeper(await lockAccounts(trx, [account.id], true), account.id, duties);
    await changeDuties(trx, account, { duties, actor: null, reason: REASON }, now);
    await endSessions(trx, { account_id: account.id }, 'accessChanged', now);
  }

  async #find(trx: Db, login: string): Promise<PassportAccount | undefined> {
    const number = mobileNumberOrNone(login);
    return accountByLogin(trx, login.trim(), number === undefined ? [] : this.#database.vault.indexes(number, 'phone'));
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
    const made = await accountByLogin(trx, username, []);
    if (!made) throw new Failure('INTERNAL');
    return made;
  }

  async #link(trx: Db, accountId: string): Promise<string> {
    const now = this.#now();
    const until = new Date(now.getTime() + LINK_MS);
    await dropTickets(trx, accountId);
    await this.#log(trx, 'staff.linkIssued', accountId, { until: until.toISOString() });
    return issueTicket(trx, 'reset_ticket', accountId, { expiresAt: until, now });
  }

  async #log(trx: Db, action: string, id: string, details: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const entry = { actor: null, action, target: { kind: 'account', id }, reason: REASON, details };
    await writeAudit(trx, entry, this.#now());
  }
}
