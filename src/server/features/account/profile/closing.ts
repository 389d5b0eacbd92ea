import type { Closing, ClosingReason } from '#schemas/api/profile.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { Failure } from '#shared/errors.ts';
import { hasDuty, type Member, SVIP } from '#shared/policy/actor.ts';
import { CLOSED_NAME } from '#shared/policy/closed-account.ts';
import type { Db } from '#server/db/database.ts';
import type { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import type { Proof } from '#server/platform/accounts/owner-proof.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { balanceOf, spendCoins } from '#server/platform/coins/ledger.ts';
import { revokeVip } from '#server/platform/coins/vip.ts';
import { closingRow, countOwn, forgetPerson, forgetRecords, otherKeepers, releaseFiles } from './closing-queries.ts';
import { personalFiles } from './closing-files.ts';
import { proveOwner, type ProveOwnerDeps } from './prove-owner.ts';

export interface ClosingDeps extends ProveOwnerDeps {
  readonly catalog: Catalog;
  readonly changes: AccountChanges;
  readonly now: () => Date;
  /** What is a company's goes to a colleague first. */
  readonly handOver: readonly ((trx: Db, accountId: string) => Promise<void>)[];
  /** What other features keep of a person, removed in the same transaction. */
  readonly forget: readonly ((trx: Db, accountId: string, now: Date) => Promise<void>)[];
}

const COMPANY = BINDINGS.company.object;
const LAST_STAFF = '您是最后一位产品人员，账号不能注销';
const REASONS: Readonly<Record<ClosingReason, string>> = {
  unused: '不再使用',
  privacy: '担心隐私',
  data: '数据不符合需要',
  price: '价格原因',
  duplicate: '有其他账号',
  other: '未说明',
};

/** Closing an account: what it removes, and the action itself. */
export class AccountClosing {
  readonly #deps: ClosingDeps;

  constructor(deps: ClosingDeps) {
    this.#deps = deps;
  }

  /** What would go. */
  async weigh(actor: Member): Promise<Closing> {
    const { db } = this.#deps.database;
    const id = actor.id;
    const row = await closingRow(db, id);
    if (!row) throw new Failure('SESSION_INVALID');
    const isLast = row.duties.includes('access') && (await otherKeepers(db, id)) === 0;
    return {
      coins: await balanceOf(db, id),
      ...this.#vipOf(row),
      ...(await countOwn(db, id, this.#ownObjects())),
      hindrance: isLast ? LAST_STAFF : null,
      byPassword: row.password_hash !== null,
      byCode: row.phone_sealed !== null,
    };
  }

  /**
   * Closes the account at once and for ever, in one transaction; every session of it ends.
   * @throws Failure INVALID_BODY naming what is missing or wrong, VERIFY_CODE_WRONG, CONFLICT for the last of the staff.
   */
  async close(
    actor: Member,
    { forfeit = false, reason = 'other', ...proof }: Proof & { forfeit?: boolean; reason?: ClosingReason },
  ): Promise<void> {
    const { database, changes, now } = this.#deps;
    const id = actor.id;
    await proveOwner(this.#deps, id, 'close', proof);
    const at = now();
    await database.db.transaction().execute(async (trx) => {
      await this.#refuseLastKeeper(trx, actor);
      const row = await closingRow(trx, id, true);
      if (!row) throw new Failure('SESSION_INVALID');
      await this.#forfeit(trx, id, forfeit, this.#vipOf(row).vip, at);
      const own = {
        accountId: id,
        avatar: row.avatar,
        objects: this.#ownObjects(),
        company: this.#deps.catalog.find(COMPANY),
      };
      for (const give of this.#deps.handOver) await give(trx, id);
      await releaseFiles(trx, id, await personalFiles(trx, database.vault, own));
      for (const object of this.#ownObjects()) await forgetRecords(trx, object, id);
      for (const forget of this.#deps.forget) await forget(trx, id, at);
      await forgetPerson(trx, id, at);
      const target = { kind: 'account', id };
      await writeAudit(trx, { actor: nobody(id), action: 'account.closed', target, reason: REASONS[reason] }, at);
    });
    await changes.announce(id);
  }

  async #refuseLastKeeper(trx: Db, actor: Member): Promise<void> {
    // Staff accounts are closed one at a time: two that leave at once must not both count the other.
    if (hasDuty(actor, 'access') && (await otherKeepers(trx, actor.id, true)) === 0)
      throw new Failure('CONFLICT', LAST_STAFF);
  }

  async #forfeit(trx: Db, id: string, agreed: boolean, hasVip: boolean, at: Date): Promise<void> {
    const coins = await balanceOf(trx, id);
    if ((coins > 0 || hasVip) && !agreed) refuse('forfeit', '请确认放弃剩余的鲸币与 SVIP');
    const target = { kind: 'account', id };
    const note = '账号注销，剩余鲸币作废';
    if (coins > 0) await spendCoins(trx, { accountId: id, amount: coins, key: `close:${id}`, note, target }, at);
    if (hasVip) await revokeVip(trx, { accountId: id, by: nobody(id), reason: '账号注销' }, at);
  }

  #vipOf({ vip_type: type, vip_until: until }: { vip_type: number; vip_until: string | null }) {
    const vip = type === SVIP && (until === null || new Date(until) > this.#deps.now());
    return { vip, vipUntil: vip && until !== null ? new Date(until).toISOString() : null };
  }

  /** Objects whose records only their creators see: what they hold is personal. */
  #ownObjects() {
    return this.#deps.catalog.storedObjects.filter(({ definition }) => definition.access.detail === 'owner');
  }
}

/** The audit log keeps names for ever: this one belongs to no user any more. */
const nobody = (id: string) => ({ id, name: CLOSED_NAME });

function refuse(field: string, message: string): never {
  throw new Failure('INVALID_BODY', message, [{ field, message }]);
}
