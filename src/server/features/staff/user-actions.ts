import type { Duty } from '#schemas/metadata/duty.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { phonePlace } from '#server/db/seal-phones.ts';
import type { Vault } from '#server/db/vault.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import { factorReset } from '#server/platform/notifications/messages.ts';
import {
  isFirst,
  lockForStaffAction,
  refuseLastKeeper,
  refuseSelf,
} from '#server/platform/staff-actions/staff-action.ts';
import { freezeAccount } from '#server/platform/staff-actions/freeze.ts';
import { revealSealed } from '#server/platform/staff-actions/reveal.ts';
import { resetFactor } from '#server/platform/second-factor/reset.ts';
import { dutiesSummary, refuseSameDuties } from '#server/platform/staff-actions/duties.ts';
import {
  type Filing,
  fileRequest,
  refuseUnfit,
  type RequestDeps,
} from '#server/platform/staff-requests/staff-requests.ts';
import { lockAccounts, setFrozen } from '#server/platform/staff-actions/queries.ts';

/** What every request to grant something brings. */
interface Grant {
  readonly reason: string;
  readonly clientKey: string;
}

export type UserActionDeps = RequestDeps;

/**
 * What staff do to an account: each action is one transaction with its entry in the log. What gives something of worth, or
 * a right, is asked for here and done when another of staff approves it.
 */
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
      const { phone_sealed: sealed } = await lockForStaffAction(trx, { actor, duty: 'access' }, uid);
      if (sealed === null) throw new Failure('UNKNOWN_RECORD', '该账号没有手机号');
      return this.#vault.open(sealed, phonePlace(uid));
    });
    return { phone };
  }

  /** @throws Failure as freezeAccount does. */
  async freeze(uid: string, reason: string, actor: Member): Promise<void> {
    await this.#within((trx) =>
      freezeAccount(trx, this.#deps, { actor, duty: 'access' }, { uid, reason: reason.trim() }),
    );
    await this.#deps.announce(uid);
  }

  /** @throws Failure CONFLICT when the account is not frozen. */
  async unfreeze(uid: string, reason: string, actor: Member): Promise<void> {
    refuseSelf(actor, uid, '进行解冻操作');
    await this.#within(async (trx) => {
      const account = await lockForStaffAction(trx, { actor, duty: 'access' }, uid);
      if (account.frozen_at === null) throw new Failure('CONFLICT', '该账号未被冻结');
      await setFrozen(trx, uid, null, this.#deps.now());
      await this.#log(trx, actor, 'user.unfrozen', uid, reason);
    });
    await this.#deps.announce(uid);
  }

  /** @throws Failure FORBIDDEN for oneself; CONFLICT where the account has no second factor. */
  async resetFactor(uid: string, reason: string, actor: Member): Promise<void> {
    refuseSelf(actor, uid, '重置两步验证');
    const now = this.#deps.now();
    await this.#within(async (trx) => {
      await lockForStaffAction(trx, { actor, duty: 'access' }, uid);
      await resetFactor(trx, { accountId: uid, actor, reason: reason.trim() }, now);
      await this.#deps.endSessions(trx, uid, 'accessChanged');
      await notifyUser(trx, factorReset(uid, `factor-reset:${uid}:${now.toISOString()}`), now);
    });
    await this.#deps.announce(uid);
    this.#deps.hints.announceNotice(uid);
  }

  /** Asks for days of SVIP, once for each key. */
  async askVip(uid: string, { days, reason, clientKey }: Grant & { days: number }, actor: Member): Promise<void> {
    const summary = `赠送 ${days} 天 SVIP`;
    await this.#ask({ kind: 'vip', accountId: uid, asked: { days }, summary, reason, actor }, clientKey);
  }

  /** Asks for coins, once for each key. */
  async askCoins(uid: string, { amount, reason, clientKey }: Grant & { amount: number }, actor: Member): Promise<void> {
    const summary = `赠送 ${amount} 鲸币`;
    await this.#ask({ kind: 'coins', accountId: uid, asked: { amount }, summary, reason, actor }, clientKey);
  }

  /** @throws Failure CONFLICT when nothing would change, or no staff would be left who see to accounts. */
  async askDuties(
    uid: string,
    { duties, reason }: { duties: readonly Duty[]; reason: string },
    actor: Member,
  ): Promise<void> {
    await this.#within(async (trx) => {
      const accounts = await lockAccounts(trx, [actor.id, uid], true);
      const account = await lockForStaffAction(trx, { actor, duty: 'access' }, uid);
      refuseUnfit(account, duties);
      refuseSameDuties(account, duties);
      refuseLastKeeper(accounts, uid, duties);
      const filing = { kind: 'duties', accountId: uid, asked: { duties }, reason, actor } as const;
      await fileRequest(trx, { ...filing, summary: dutiesSummary(account.duties, duties) }, this.#deps.now());
    });
  }

  async #ask(filing: Filing<'coins' | 'vip'>, clientKey: string): Promise<void> {
    const { kind, accountId: uid, asked, actor } = filing;
    refuseSelf(actor, uid ?? '', '赠送');
    const now = this.#deps.now();
    await this.#within(async (trx) => {
      refuseUnfit(await lockForStaffAction(trx, { actor, duty: 'money' }, uid ?? ''));
      if (await isFirst(trx, { actor, key: clientKey, action: [kind, uid, asked], now }))
        await fileRequest(trx, filing, now);
    });
  }

  #within<T>(work: (trx: Db) => Promise<T>): Promise<T> {
    return this.#deps.db.transaction().execute(work);
  }

  async #log(trx: Db, actor: Member, action: string, uid: string, reason: string): Promise<void> {
    const entry = { actor, action, target: { kind: 'account', id: uid }, reason: reason.trim() };
    await writeAudit(trx, entry, this.#deps.now());
  }
}
