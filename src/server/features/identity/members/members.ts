import type { MemberRole } from '#schemas/api/company-members.ts';
import { Failure } from '#shared/errors.ts';
import { isFounder, type Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { membershipEnded, roleChanged } from '#server/platform/notifications/messages-members.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import { companyName, type MemberDeps } from './invitations.ts';
import {
  deleteMembers,
  lockAccounts,
  lockCompany,
  memberById,
  type MemberRow,
  membersOfCompany,
  openAccount,
  setRole,
} from './queries.ts';

/** A member that an owner acts on, and the owner. */
interface Pair {
  readonly member: MemberRow;
  readonly own: MemberRow;
  readonly company: string;
}

/**
 * What owners do with members. Only a certified founder owns a company. Whom the platform certified for the company no owner
 * removes or lowers: staff take the certification back, or the user leaves.
 */
export class CompanyMembers {
  readonly #deps: MemberDeps;

  constructor(deps: MemberDeps) {
    this.#deps = deps;
  }

  /** @throws Failure UNKNOWN_RECORD for those who do not own the company; CONFLICT; FORBIDDEN where the role may not change. */
  async changeRole(id: string, version: number, role: MemberRole, actor: Member): Promise<null> {
    return this.#act(id, version, actor, async (trx, pair) => {
      if (pair.member.role === role) throw new Failure('CONFLICT', '该成员已是此角色');
      if (role === 'owner') await this.#refuseUncertified(trx, pair.member);
      else refuseCertified(pair.member);
      await this.#give(trx, pair, role, actor);
    });
  }

  /** @throws Failure as `changeRole`. */
  async handOver(id: string, version: number, actor: Member): Promise<null> {
    return this.#act(id, version, actor, async (trx, pair) => {
      if (pair.member.role === 'owner') throw new Failure('CONFLICT', '该成员已是所有者');
      await this.#refuseUncertified(trx, pair.member);
      await this.#give(trx, pair, 'owner', actor);
      await setRole(trx, pair.own.id, 'editor');
    });
  }

  /** @throws Failure as `changeRole`. */
  async remove(id: string, version: number, actor: Member): Promise<null> {
    return this.#act(id, version, actor, async (trx, { member, company }) => {
      refuseCertified(member);
      await deleteMembers(trx, [member.id]);
      await this.#audit(trx, actor, 'company.memberRemoved', member);
      await notifyUser(trx, membershipEnded(member, company), this.#deps.now());
    });
  }

  async #give(trx: Db, { member, company }: Pair, role: MemberRole, actor: Member): Promise<void> {
    await setRole(trx, member.id, role);
    await this.#audit(trx, actor, role === 'owner' ? 'company.memberRaised' : 'company.memberLowered', member);
    await notifyUser(trx, roleChanged(member, company, role), this.#deps.now());
  }

  async #refuseUncertified(trx: Db, member: MemberRow): Promise<void> {
    const account = await openAccount(trx, member.account_id);
    if (!account || !isFounder({ ...account, vipType: 0 }))
      throw new Failure('FORBIDDEN', '所有者须为已认证的创业者：请对方先认领本企业，审核通过后即成为所有者');
  }

  async #audit(trx: Db, actor: Member, action: string, { account_id, company_id }: MemberRow): Promise<void> {
    const target = { kind: 'account', id: account_id };
    await writeAudit(trx, { actor, action, target, reason: '', details: { companyId: company_id } }, this.#deps.now());
  }

  async #act(id: string, version: number, actor: Member, work: (trx: Db, pair: Pair) => Promise<void>): Promise<null> {
    const { database, catalog, hints } = this.#deps;
    const accountId = await database.db.transaction().execute(async (trx) => {
      const found = await memberById(trx, id);
      if (!found) throw unknown();
      // A certification that is taken back at the same time waits for this, or comes first.
      await lockAccounts(trx, [found.account_id]);
      await lockCompany(trx, found.company_id);
      const members = await membersOfCompany(trx, found.company_id);
      const own = members.find((row) => row.account_id === actor.id && row.role === 'owner');
      const member = members.find((row) => row.id === id);
      if (!own || !member) throw unknown();
      if (member.version !== version) throw new Failure('CONFLICT', '该成员已有变化，请刷新后再试');
      if (member.id === own.id) throw new Failure('FORBIDDEN', '不能调整自己：请移交企业或退出');
      await work(trx, { member, own, company: await companyName(trx, catalog, found.company_id) });
      return member.account_id;
    });
    hints.announceNotice(accountId);
    return null;
  }
}

const unknown = () => new Failure('UNKNOWN_RECORD', '成员不存在');

function refuseCertified(member: MemberRow): void {
  if (member.case_id !== null)
    throw new Failure('FORBIDDEN', '该成员由平台认证，不能由您调整或移除；如需处理请联系客服');
}
