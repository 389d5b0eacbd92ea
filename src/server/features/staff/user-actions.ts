import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { phonePlace } from '#server/db/seal-phones.ts';
import type { Vault } from '#server/db/vault.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { grantCoins } from '#server/platform/coins/ledger.ts';
import { grantVip } from '#server/platform/coins/vip.ts';
import { type NoticeHints, notifyUser } from '#server/platform/notifications/notify-user.ts';
import { coinsGranted, vipGranted } from '#server/platform/notifications/messages.ts';
import {
  type StaffActionDeps,
  isFirst,
  lockForStaffAction,
  refuseLastStaff,
  refuseSelf,
} from '#server/platform/staff-actions/staff-action.ts';
import { freezeAccount } from '#server/platform/staff-actions/freeze.ts';
import { revealSealed } from '#server/platform/staff-actions/reveal.ts';
import { type StaffActionAccount, setFrozen, setStaff } from '#server/platform/staff-actions/queries.ts';

/** What every action that grants something brings. */
interface Grant {
  readonly reason: string;
  readonly clientKey: string;
}

export interface UserActionDeps extends StaffActionDeps {
  readonly hints: NoticeHints;
}

/** What staff do to an account: each action is one transaction with its entry in the log. */
export class UserActions {
  readonly #deps: UserActionDeps;
  readonly #vault: Vault;

  constructor(deps: UserActionDeps, vault: Vault) {
    this.#deps = deps;
    this.#vault = vault;
  }

  /** The whole number of an account. @throws Failure UNKNOWN_RECORD when it has none. */
  async revealPhone(uid: string, reason: string, actor: Member): Promise<{ phone: string }> {
    const entry = { action: 'user.phoneShown', target: { kind: 'account', id: uid }, reason };
    const phone = await revealSealed(this.#deps, actor, entry, async (trx) => {
      const { phone_sealed: sealed } = await lockForStaffAction(trx, actor, uid);
      if (sealed === null) throw new Failure('UNKNOWN_RECORD', '该账号没有手机号');
      return this.#vault.open(sealed, phonePlace(uid));
    });
    return { phone };
  }

  /** @throws Failure as freezeAccount does. */
  async freeze(uid: string, reason: string, actor: Member): Promise<void> {
    await this.#within((trx) => freezeAccount(trx, this.#deps, actor, { uid, reason: reason.trim() }));
    await this.#deps.announce(uid);
  }

  /** @throws Failure CONFLICT when the account is not frozen. */
  async unfreeze(uid: string, reason: string, actor: Member): Promise<void> {
    refuseSelf(actor, uid, '进行解冻操作');
    await this.#within(async (trx) => {
      const account = await lockForStaffAction(trx, actor, uid);
      if (account.frozen_at === null) throw new Failure('CONFLICT', '该账号未被冻结');
      await setFrozen(trx, uid, null, this.#deps.now());
      await this.#log(trx, actor, 'user.unfrozen', uid, reason);
    });
    await this.#deps.announce(uid);
  }

  /** Days of SVIP, once for each key. */
  async grantVip(uid: string, { days, reason, clientKey }: Grant & { days: number }, actor: Member): Promise<void> {
    refuseSelf(actor, uid, '赠送');
    const now = this.#deps.now();
    await this.#within(async (trx) => {
      await lockForStaffAction(trx, actor, uid);
      if (!(await isFirst(trx, { actor, key: clientKey, action: ['vip', uid, days], now }))) return;
      const { until } = await grantVip(
        trx,
        { accountId: uid, days, source: 'grant', by: actor, reason: reason.trim() },
        now,
      );
      await notifyUser(trx, vipGranted(uid, days, until, `vip:${actor.id}:${clientKey}`), now);
    });
    await this.#deps.announce(uid);
    this.#deps.hints.announceNotice(uid);
  }

  /** Coins, once for each key. */
  async grantCoins(
    uid: string,
    { amount, reason, clientKey }: Grant & { amount: number },
    actor: Member,
  ): Promise<void> {
    refuseSelf(actor, uid, '赠送');
    const now = this.#deps.now();
    await this.#within(async (trx) => {
      await lockForStaffAction(trx, actor, uid);
      if (!(await isFirst(trx, { actor, key: clientKey, action: ['coins', uid, amount], now }))) return;
      const key = `staff-grant:${actor.id}:${clientKey}`;
      await grantCoins(trx, { accountId: uid, amount, key, reason: reason.trim(), by: actor }, now);
      await notifyUser(trx, coinsGranted(uid, amount, key), now);
    });
    this.#deps.hints.announceNotice(uid);
  }

  /** @throws Failure CONFLICT when nothing would change, or no staff would be left. */
  async setStaff(uid: string, { staff, reason }: { staff: boolean; reason: string }, actor: Member): Promise<void> {
    await this.#within(async (trx) => {
      // All of staff first, in the order in which every action locks.
      if (!staff) await refuseLastStaff(trx, uid);
      const account = await lockForStaffAction(trx, actor, uid);
      refuseSame(account, staff);
      await setStaff(trx, uid, staff);
      await this.#deps.endSessions(trx, uid, 'accessChanged');
      await this.#log(trx, actor, staff ? 'staff.granted' : 'staff.revoked', uid, reason);
    });
    await this.#deps.announce(uid);
  }

  #within<T>(work: (trx: Db) => Promise<T>): Promise<T> {
    return this.#deps.db.transaction().execute(work);
  }

  async #log(trx: Db, actor: Member, action: string, uid: string, reason: string): Promise<void> {
    const entry = { actor, action, target: { kind: 'account', id: uid }, reason: reason.trim() };
    await writeAudit(trx, entry, this.#deps.now());
  }
}

function refuseSame({ roles }: StaffActionAccount, staff: boolean): void {
  if (roles.includes('staff') === staff)
    throw new Failure('CONFLICT', staff ? '该账号已是运营人员' : '该账号不是运营人员');
}
