import { randomInt } from 'node:crypto';
import { Failure } from '#shared/errors.ts';
import type { Database, Db } from '#server/db/database.ts';
import { phonePlace } from '#server/db/seal-phones.ts';
import type { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import { byOwner } from '#server/platform/accounts/owner-action.ts';
import { type OwnerProofDeps, type Proof, provePassword } from '#server/platform/accounts/owner-proof.ts';
import type { SecurityNotices } from '#server/platform/accounts/security-notices.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { deliverInvitations } from '#server/platform/invitations/deliver-invitations.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import { welcome } from '#server/platform/notifications/messages.ts';
import type { SmsCodes } from '#server/platform/sms-codes/sms-codes.ts';
import { accountById, accountByPhone, dropTickets, insertAccount, type PassportAccount, setPhone } from './queries.ts';

/** Letters and digits that are not taken for one another. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const signs = (count: number): string =>
  Array.from({ length: count }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('');

export interface PhoneSignInDeps extends OwnerProofDeps {
  readonly database: Database;
  readonly codes: SmsCodes;
  readonly changes: AccountChanges;
  readonly now: () => Date;
  /** Ends the sessions of an account because its number is another now, but for the one named. */
  readonly endSessions: (trx: Db, accountId: string, exceptId: string) => Promise<void>;
  readonly notices: SecurityNotices;
}

/** Proves who a user is by a code that was sent to a phone. Numbers are in E.164. */
export class PhoneSignIn {
  readonly #deps: PhoneSignInDeps;

  constructor(deps: PhoneSignInDeps) {
    this.#deps = deps;
  }

  /**
   * The account of a number; a number that has none gets a new one, which is signing up.
   * @throws Failure VERIFY_CODE_WRONG; ACCOUNT_FROZEN only to anyone who has the code.
   */
  async prove(number: string, code: string): Promise<Pick<PassportAccount, 'id'>> {
    const { database, codes } = this.#deps;
    const indexes = database.vault.indexes(number, 'phone');
    // A wrong try is committed, so that it counts; it is refused after that.
    const account = await database.db.transaction().execute(async (trx) => {
      if (!(await codes.use(trx, number, 'login', code))) return null;
      return (await accountByPhone(trx, indexes)) ?? this.#signUp(trx, number);
    });
    if (!account) throw new Failure('VERIFY_CODE_WRONG');
    if (account.frozen_at) throw new Failure('ACCOUNT_FROZEN');
    return account;
  }

  /**
   * Replaces the number of a signed-in account, whose owner proves to be so by the password or by a code to the present
   * number: otherwise a person who found an open session could take over the account. Its other sessions end, and the
   * old number and mail address are notified.
   * @throws Failure INVALID_BODY, VERIFY_CODE_WRONG, TOO_MANY_REQUESTS; DUPLICATE when the number is another account's,
   * disclosed only to a user who has the code.
   */
  async bind(
    { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string },
    { number, code }: { readonly number: string; readonly code: string },
    proof: Proof,
  ): Promise<void> {
    const { database, codes, changes, endSessions, notices, now } = this.#deps;
    const { db, vault } = database;
    const before = await accountById(db, accountId);
    if (!before) throw new Failure('SESSION_INVALID');
    const old = before.phone_index;
    const ownCode = old === null ? undefined : proof.verifyCode;
    if (ownCode === undefined) await provePassword(this.#deps, before, proof.password, '登录密码');
    const oldNumber = before.phone_sealed === null ? null : vault.open(before.phone_sealed, phonePlace(accountId));
    // A wrong try is committed, so that it counts. The code to the old number comes last: it is used up by being right.
    const outcome = await db.transaction().execute(async (trx) => {
      if (!(await codes.use(trx, number, 'bind', code))) return 'wrong';
      if (ownCode !== undefined && !(oldNumber !== null && (await codes.use(trx, oldNumber, 'rebind', ownCode))))
        return 'unproved';
      if (!(await setPhone(trx, vault, accountId, { number, old }))) return 'taken';
      await deliverInvitations(trx, accountId, { phone: vault.indexes(number, 'phone') }, now());
      await dropTickets(trx, accountId);
      await endSessions(trx, accountId, sessionId);
      await writeAudit(trx, { ...byOwner(accountId), action: 'account.phoneChanged' }, now());
      return 'bound';
    });
    if (outcome === 'wrong') throw new Failure('VERIFY_CODE_WRONG', '新手机号的验证码错误或已过期');
    if (outcome === 'unproved') throw new Failure('VERIFY_CODE_WRONG', '原手机号的验证码错误或已过期');
    if (outcome === 'taken') throw new Failure('DUPLICATE', '该手机号已绑定其他账号');
    await changes.announce(accountId);
    notices.tell(before, 'phone');
  }

  async #signUp(trx: Db, number: string): Promise<Pick<PassportAccount, 'id' | 'frozen_at'>> {
    const { database, now } = this.#deps;
    const phoneIndex = database.vault.index(number, 'phone');
    const account = { username: `u${signs(11)}`, name: `用户${signs(4)}`, phoneIndex };
    const id = await insertAccount(trx, account, now());
    if (id === undefined) throw new Failure('CONFLICT', '登录未完成，请重新获取验证码');
    await setPhone(trx, database.vault, id, { number, old: phoneIndex });
    await notifyUser(trx, welcome(id), now());
    await deliverInvitations(trx, id, { phone: database.vault.indexes(number, 'phone') }, now());
    return { id, frozen_at: null };
  }
}
