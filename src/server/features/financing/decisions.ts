import { BINDINGS } from '#schemas/bindings.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Db } from '#server/db/database.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';
import type { WriteContext } from '#server/core/records/judgement.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { dealDecided, financingDecided, termsChanged } from '#server/platform/notifications/messages-financing.ts';
import { insertNoticeForEach, type SharedNotice } from '#server/platform/notifications/queries.ts';
import type { NoticeHints } from '#server/platform/notifications/notify-user.ts';
import { companyMembers, isCompanyMember } from '#server/platform/parties/queries.ts';
import { transactionValues } from './deals.ts';
import { changedTerms, CLOSED, projectValues, republished } from './project-values.ts';
import { changeRequest, type FinancingRow, lockRequest, projectTaken, viewersOf } from './queries.ts';
import { asRead, changeProject, type RequestDeps } from './requests.ts';

export interface DecisionDeps extends RequestDeps {
  readonly hints: NoticeHints;
}

const PROJECT = BINDINGS.project.object;

/** Decisions of staff on requests, changed terms and deals: what follows, notification and audit log are one transaction. */
export class FinancingDecisions {
  readonly #deps: DecisionDeps;

  constructor(deps: DecisionDeps) {
    this.#deps = deps;
  }

  /**
   * Publishes a request, or changed terms of one, of which those who looked at the company or the project are notified.
   * @throws Failure CONFLICT when it has changed; FORBIDDEN for the actor's own; INVALID_BODY where the rules of projects
   * refuse it, or the project chosen is not one of the company.
   */
  async approve(id: string, version: number, project: string | null | undefined, actor: Member): Promise<null> {
    return this.#decide(id, version, actor, async (trx, row) => {
      if (row.state !== 'pending' && row.terms !== 'pending') throw decided();
      const { writer, now } = this.#deps;
      const day = shanghaiDay(now());
      const request = await writer.read(trx, BINDINGS.financing.object, row.record_id);
      const isNew = row.project_id === null;
      const projectId = isNew ? await this.#publish(trx, row, request.values, project ?? undefined) : row.project_id;
      if (!isNew) await changeProject(trx, this.#deps, row, changedTerms(request.values, day));
      const state = isNew ? ({ state: 'raising', project_id: projectId } as const) : { terms: null };
      await changeRequest(trx, id, { ...state, ...this.#decidedBy(actor), reason: null });
      await this.#audit(trx, actor, isNew ? 'financing.approved' : 'financing.termsApproved', row, '');
      const outcome = isNew ? 'approved' : 'termsApproved';
      const notified = await this.#tell(trx, row, financingDecided(row, outcome));
      if (isNew || projectId === null) return notified;
      const viewers = await viewersOf(trx, row.company_id, projectId);
      return [...notified, ...(await insertNoticeForEach(trx, viewers, termsChanged(row, projectId, day), now()))];
    });
  }

  /** Sends a request, or changed terms, back. @throws Failure as `approve`. */
  async sendBack(id: string, version: number, reason: string, actor: Member): Promise<null> {
    return this.#decide(id, version, actor, async (trx, row) => {
      if (row.state !== 'pending' && row.terms !== 'pending') throw decided();
      const isNew = row.project_id === null;
      const state = isNew ? ({ state: 'returned' } as const) : ({ terms: 'returned' } as const);
      await changeRequest(trx, id, { ...state, ...this.#decidedBy(actor), reason });
      await this.#audit(trx, actor, isNew ? 'financing.returned' : 'financing.termsReturned', row, reason);
      return this.#tell(trx, row, financingDecided(row, isNew ? 'returned' : 'termsReturned', reason));
    });
  }

  /** Files the deal of a concluded request as a transaction. @throws Failure as `approve`. */
  async file(id: string, version: number, actor: Member): Promise<null> {
    return this.#decide(id, version, actor, async (trx, row) => {
      if (row.deal_state !== 'pending') throw decided();
      const { writer, now } = this.#deps;
      const values = await transactionValues(trx, this.#deps, row, shanghaiDay(now()));
      const context = this.#context(row.id);
      const { object } = BINDINGS.transaction;
      const { id: dealId } = await writer.create(object, `financing-deal-${row.id}`, values, context, trx);
      const filed = { deal_state: 'filed', deal_record_id: dealId } as const;
      await changeRequest(trx, id, { ...filed, ...this.#decidedBy(actor), reason: null });
      await this.#audit(trx, actor, 'financing.dealFiled', row, '');
      return this.#tell(trx, row, dealDecided(row, dealId));
    });
  }

  /** Leaves a deal out. @throws Failure as `approve`. */
  async refuseDeal(id: string, version: number, reason: string, actor: Member): Promise<null> {
    return this.#decide(id, version, actor, async (trx, row) => {
      if (row.deal_state !== 'pending') throw decided();
      await changeRequest(trx, id, { deal_state: 'refused', ...this.#decidedBy(actor), reason });
      await this.#audit(trx, actor, 'financing.dealRefused', row, reason);
      return this.#tell(trx, row, dealDecided(row, null, reason));
    });
  }

  /** The project of a request that begins to raise: a known one of the company, or a new one. */
  async #publish(
    trx: Db,
    row: FinancingRow,
    request: Parameters<typeof projectValues>[0],
    known: string | undefined,
  ): Promise<string> {
    const { writer, now } = this.#deps;
    const day = shanghaiDay(now());
    const context = this.#context(row.id);
    if (known === undefined) {
      const company = await writer.read(trx, BINDINGS.companyProfile.object, row.company_id);
      const values = projectValues(request, company, day);
      return (await writer.create(PROJECT, `financing-${row.id}`, values, context, trx)).id;
    }
    const project = await writer.read(trx, PROJECT, known);
    const problem = (message: string) => new Failure('INVALID_BODY', message, [{ field: 'project', message }]);
    const { company, status } = boundValues(BINDINGS.project, project.values);
    if (company?.id !== row.company_id) throw problem('所选项目不属于这家企业');
    if (status === CLOSED) throw problem('所选项目已关闭，请留空以新建项目');
    if (await projectTaken(trx, known, row.id)) throw problem('所选项目已用于另一条融资需求');
    await writer.update(PROJECT, known, project.version, republished(request, day), context, trx);
    return known;
  }

  #context(id: string): WriteContext {
    return { actor: 'platform', roles: ['staff'], origin: `financing:${id}`, now: this.#deps.now() };
  }

  #decidedBy(actor: Member) {
    return { decided_by: actor.id, decided_at: this.#deps.now().toISOString() };
  }

  /** Tells all members of the company, and gives whom. */
  async #tell(trx: Db, { company_id: companyId }: FinancingRow, notice: SharedNotice): Promise<string[]> {
    return insertNoticeForEach(trx, await companyMembers(trx, companyId), notice, this.#deps.now());
  }

  /** `work` gives the accounts that were notified. */
  async #decide(
    id: string,
    version: number,
    actor: Member,
    work: (trx: Db, row: FinancingRow) => Promise<readonly string[]>,
  ): Promise<null> {
    const { writer, hints } = this.#deps;
    const notified = await writer.together(async (trx) => {
      const row = asRead(await lockRequest(trx, id), version);
      if (row.account_id === actor.id || (await isCompanyMember(trx, row.company_id, actor.id)))
        throw new Failure('FORBIDDEN', '不能审核自己企业的融资需求，请由其他运营人员处理');
      return work(trx, row);
    });
    for (const one of notified) hints.announceNotice(one);
    return null;
  }

  async #audit(trx: Db, actor: Member, action: string, row: FinancingRow, reason: string): Promise<void> {
    const details = { company: row.company_id, account: row.account_id };
    await writeAudit(
      trx,
      { actor, action, target: { kind: 'financing', id: row.id }, reason, details },
      this.#deps.now(),
    );
  }
}

const decided = () => new Failure('CONFLICT', '此事项已由他人处理，请刷新');
