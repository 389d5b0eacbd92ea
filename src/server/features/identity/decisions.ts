import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { exclusionOf } from '#shared/policy/identity.ts';
import type { Db } from '#server/db/database.ts';
import type { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import { certificationDecided } from '#server/platform/notifications/messages.ts';
import { adoptFocus } from '#server/core/records/user-focus.ts';
import { lockCase, moveCase } from './case-moves.ts';
import { certificationStates } from './case-view.ts';
import { companyOf, grant, positionOf, takeBack, wantedRole } from './grants.ts';
import type { Freed } from './members/ownership.ts';
import { InvestorLinks, type LinkChoice, type LinkDeps } from './investor-links.ts';
import { type AccountRow, type CaseRow, casesOf } from './queries.ts';

export interface DecisionDeps extends LinkDeps {
  readonly changes: AccountChanges;
  readonly freed: Freed;
}

/** What staff decided on: the submission and its record as they were read. */
export interface Approval extends LinkChoice {
  readonly version: number;
  readonly recordVersion: number;
  /** Of a new company: the known one that it is. */
  readonly linkTo?: string | undefined;
}

interface Refusal {
  readonly version: number;
  readonly reason: string;
}

/**
 * Decisions of staff: state, role, company, history and audit log are one transaction; every process is notified
 * afterwards.
 */
export class Decisions {
  readonly #deps: DecisionDeps;
  readonly #links: InvestorLinks;

  constructor(deps: DecisionDeps) {
    this.#deps = deps;
    this.#links = new InvestorLinks(deps);
  }

  /**
   * Approves exactly what was read.
   * @throws Failure CONFLICT when another decided or the contents changed since; FORBIDDEN for a submission of the actor's own; IDENTITY_EXCLUSIVE;
   * INVALID_BODY when no company can be made of what was handed in.
   */
  async approve(id: string, { version, recordVersion, linkTo, ...choice }: Approval, actor: Member): Promise<void> {
    const { writer, now } = this.#deps;
    await this.#decide(id, version, actor, async (trx, row, account) => {
      const record = await writer.read(trx, row.object_api_name, row.record_id);
      if (record.version !== recordVersion) throw new Failure('CONFLICT', '提交的内容已有变化，请刷新后再审核');
      const excluded = exclusionOf(row.kind, certificationStates(account.roles, await casesOf(trx, account.id)));
      if (excluded) throw new Failure('IDENTITY_EXCLUSIVE', excluded.message, [], { reason: excluded.reason });
      const context = { actor: actor.id, roles: ['staff'], origin: `identity:${row.id}`, now: now() };
      const role = wantedRole(row.kind, record.values);
      const companyId = await companyOf(trx, writer, { row, values: record.values, linkTo }, context);
      const decided = { ...this.#decided(actor, null), role, company_id: companyId };
      const approved = await moveCase(trx, row, { action: 'approve', by: actor.id, now: now() }, decided);
      await grant(trx, account, approved, positionOf(row.kind, record.values), now());
      if (row.kind === 'investor') {
        await adoptFocus(trx, writer, { accountId: account.id, form: record.values, now: now() });
        await this.#links.settle(trx, approved, record.values, choice, actor);
      }
      await this.#audit(trx, actor, 'identity.approved', approved, '');
      await notifyUser(trx, certificationDecided(approved, 'approved'), now());
    });
  }

  /** Refuses with a reason that the person reads. @throws Failure as `approve`. */
  async reject(id: string, { version, reason }: Refusal, actor: Member): Promise<void> {
    await this.#decide(id, version, actor, async (trx, row) => {
      const move = { action: 'reject', by: actor.id, now: this.#deps.now(), reason } as const;
      const rejected = await moveCase(trx, row, move, this.#decided(actor, reason));
      await this.#audit(trx, actor, 'identity.rejected', rejected, reason);
      await notifyUser(trx, certificationDecided(rejected, 'rejected', reason), this.#deps.now());
    });
  }

  /** Takes an approval back. @throws Failure CONFLICT when there is none. */
  async revoke(id: string, { version, reason }: Refusal, actor: Member): Promise<void> {
    await this.#decide(id, version, actor, async (trx, row, account) => {
      const move = { action: 'revoke', by: actor.id, now: this.#deps.now(), reason } as const;
      const revoked = await moveCase(trx, row, move, this.#decided(actor, reason));
      await takeBack(trx, account, revoked, { now: this.#deps.now(), freed: this.#deps.freed });
      await this.#audit(trx, actor, 'identity.revoked', revoked, reason);
      await notifyUser(trx, certificationDecided(revoked, 'revoked', reason), this.#deps.now());
    });
  }

  async #decide(
    id: string,
    version: number,
    actor: Member,
    work: (trx: Db, row: CaseRow, account: AccountRow) => Promise<void>,
  ): Promise<void> {
    const { writer, changes, hints, now } = this.#deps;
    const accountId = await writer.together(async (trx) => {
      const { row, account } = await lockCase(trx, id, now());
      if (account.id === actor.id) throw new Failure('FORBIDDEN', '不能审核自己提交的认证');
      if (row.version !== version)
        throw new Failure('CONFLICT', '此认证已由他人处理或已有变化，请刷新后再审核', [], { state: row.state });
      await work(trx, row, account);
      return account.id;
    });
    await changes.announce(accountId);
    hints.announceNotice(accountId);
  }

  #decided(actor: Member, reason: string | null) {
    return { decided_by: actor.id, decided_at: this.#deps.now().toISOString(), reason };
  }

  async #audit(trx: Db, actor: Member, action: string, row: CaseRow, reason: string): Promise<void> {
    const details = { caseId: row.id, kind: row.kind, role: row.role, companyId: row.company_id };
    const target = { kind: 'account', id: row.account_id };
    await writeAudit(trx, { actor, action, target, reason, details }, this.#deps.now());
  }
}
