import type { OwnCompanySetting } from '#schemas/api/contact-settings.ts';
import type { Plan, PlanRequest, PlanRequestSide } from '#schemas/api/plans.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { FileValue } from '#schemas/metadata/value.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { decideAudience } from '#shared/policy/decide.ts';
import { decidePlan, PLAN_RETRY_DAYS } from '#shared/policy/plans.ts';
import { publicRoles } from '#shared/policy/role-words.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { ownFile } from '#server/core/files/own-files.ts';
import { grantFile } from '#server/platform/files/queries.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import { type NoticeHints, notifyUser } from '#server/platform/notifications/notify-user.ts';
import { planAsked, planDecided } from '#server/platform/notifications/messages.ts';
import { companiesOf, companyMembers, isCompanyMember, recordNames } from '#server/platform/parties/queries.ts';
import {
  closePlanFiles,
  decideRequest,
  deliveriesBy,
  insertRequest,
  lastRequest,
  type PlanRequestRow,
  requestById,
  requestsBy,
  requestsFor,
  restrictedPlans,
  restrictPlan,
  waitingRequests,
} from './plan-queries.ts';
import type { RecordValuesReader } from '#server/platform/parties/record-values.ts';
import { PAGE_SIZE } from './views.ts';
import { DAY_MS } from '#shared/time/durations.ts';

interface PlanDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly records: RecordValuesReader;
  readonly hints: NoticeHints;
  readonly now: () => Date;
}

const COMPANY = BINDINGS.companyCard.object;
/** Undecided requests of one person at most. */
const MAX_WAITING = 50;

/** Business plans of companies: who may open them, who asked, and what the founder said. Only here their addresses leave the server. */
export class Plans {
  readonly #deps: PlanDeps;

  constructor(deps: PlanDeps) {
    this.#deps = deps;
  }

  /** @throws Failure UNKNOWN_RECORD when there is no such company. */
  async read(companyId: string, actor: Member): Promise<Plan> {
    const { db, catalog, now } = this.#deps;
    const viewerId = actor.id;
    const bp = await this.#bp(companyId);
    const restricted = (await restrictedPlans(db, [companyId])).has(companyId);
    const isMember = await isCompanyMember(db, companyId, viewerId);
    const request = await lastRequest(db, companyId, viewerId);
    const answer = decidePlan({
      viewer: actor,
      hasBp: bp !== undefined,
      restricted,
      isMember,
      detail: decideAudience(actor, catalog.object(COMPANY).definition.access.detail),
      state: request?.state ?? 'none',
      isTooSoon: request?.state === 'refused' && isRecent(request.decided_at, now()),
    });
    const { mayOpen, ...said } = answer;
    const file = mayOpen ? ownFile(bp) : undefined;
    // The file itself is closed to all but its owner, staff and those who are let in here.
    if (file?.bucket === 'private') await grantFile(db, file.id, viewerId);
    return {
      hasBp: bp !== undefined,
      restricted,
      state: request?.state ?? 'none',
      isMember,
      ...said,
      ...(bp && mayOpen && { address: bp.url, fileName: bp.name }),
    };
  }

  /** @throws Failure CONFLICT when there is nothing to ask for now, TOO_MANY_REQUESTS with too many undecided ones. */
  async request(companyId: string, message: string, actor: Member): Promise<Plan> {
    const { db, hints, now } = this.#deps;
    const viewerId = actor.id;
    const plan = await this.read(companyId, actor);
    if (!plan.mayRequest) throw new Failure('CONFLICT', hindrance(plan));
    const request = { companyId, accountId: viewerId, message: message.trim() };
    const members = await db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, viewerId);
      if ((await waitingRequests(trx, viewerId)) >= MAX_WAITING)
        throw new Failure('TOO_MANY_REQUESTS', `您有 ${MAX_WAITING} 条申请尚待处理，请等待处理后再申请`);
      const id = await insertRequest(trx, request, now());
      if (id === undefined) throw new Failure('CONFLICT', '您已申请，请等待对方同意');
      const uids = await companyMembers(trx, companyId);
      const name = await this.#nameOf(trx, companyId);
      for (const uid of uids) await notifyUser(trx, planAsked(uid, id, name), now());
      return uids;
    });
    for (const uid of members) hints.announceNotice(uid);
    return this.read(companyId, actor);
  }

  /** Requests for the plans of the actor's companies, the actor's own, or the plans that the actor delivered. */
  async requests(side: PlanRequestSide, actor: Member, after: string | undefined) {
    const { db } = this.#deps;
    const uid = actor.id;
    const read: Readonly<Record<PlanRequestSide, () => Promise<PlanRequestRow[]>>> = {
      received: async () => requestsFor(db, await companiesOf(db, uid), after, PAGE_SIZE + 1),
      sent: () => requestsBy(db, uid, after, PAGE_SIZE + 1),
      delivered: () => deliveriesBy(db, uid, after, PAGE_SIZE + 1),
    };
    const rows = await read[side]();
    const list = await this.#shown(rows.slice(0, PAGE_SIZE));
    return { list, after: rows.length > PAGE_SIZE ? (list.at(-1)?.id ?? null) : null };
  }

  /** @throws Failure UNKNOWN_RECORD for a request that is not to a company of the actor's, CONFLICT when it is decided. */
  async decide(id: string, accept: boolean, actor: Member): Promise<PlanRequest> {
    const { db, hints, now } = this.#deps;
    const uid = actor.id;
    const asker = await db.transaction().execute(async (trx) => {
      const row = await requestById(trx, id, true);
      if (!row || !(await isCompanyMember(trx, row.company_id, uid))) throw new Failure('UNKNOWN_RECORD', '申请不存在');
      if (row.state !== 'pending') throw new Failure('CONFLICT', '这条申请已经处理过了');
      await decideRequest(trx, id, accept ? 'approved' : 'refused', uid, now());
      await notifyUser(trx, planDecided(row, await this.#nameOf(trx, row.company_id), accept), now());
      return row.account_id;
    });
    hints.announceNotice(asker);
    const row = await requestById(db, id);
    const [shown] = await this.#shown(row ? [row] : []);
    if (!shown) throw new Failure('UNKNOWN_RECORD', '申请不存在');
    return shown;
  }

  /** The companies that a user speaks for, with what the user may change of them. */
  async settingsOf(uid: string): Promise<OwnCompanySetting[]> {
    const { db, records } = this.#deps;
    const ids = await companiesOf(db, uid);
    const restricted = await restrictedPlans(db, ids);
    const settings: OwnCompanySetting[] = [];
    for (const ccid of ids) {
      const company = await records.bound(BINDINGS.companyCard, ccid);
      if (!company) continue;
      const { plan = null, logo = null, introduction = null } = company.values;
      settings.push({
        ccid,
        name: company.name,
        bp: plan,
        header: logo,
        introduce: introduction,
        restricted: restricted.has(ccid),
      });
    }
    return settings;
  }

  /** @throws Failure UNKNOWN_RECORD for a company that the actor does not speak for. */
  async restrict(trx: Db, companyId: string, restricted: boolean, actor: Member): Promise<void> {
    await this.refuseStranger(trx, companyId, actor);
    await restrictPlan(trx, { companyId, restricted, by: actor.id }, this.#deps.now());
    if (restricted) await closePlanFiles(trx, this.#deps.catalog, companyId);
  }

  /** @throws Failure UNKNOWN_RECORD unless the actor speaks for the company. */
  async refuseStranger(db: Db, companyId: string, actor: Member): Promise<void> {
    if (!(await isCompanyMember(db, companyId, actor.id))) throw new Failure('UNKNOWN_RECORD', '企业不存在');
  }

  async #nameOf(db: Db, companyId: string): Promise<string> {
    const { table, definition } = this.#deps.catalog.object(COMPANY);
    return (await recordNames(db, table, definition.nameField, [companyId])).get(companyId) ?? '';
  }

  async #bp(companyId: string): Promise<FileValue | undefined> {
    const company = await this.#deps.records.bound(BINDINGS.companyCard, companyId);
    if (!company) throw new Failure('UNKNOWN_RECORD', '企业不存在');
    return company.values.plan;
  }

  async #shown(rows: readonly PlanRequestRow[]): Promise<PlanRequest[]> {
    const { db, catalog } = this.#deps;
    const { table, definition } = catalog.object(COMPANY);
    const ids = [...new Set(rows.map((row) => row.company_id))];
    const names = await recordNames(db, table, definition.nameField, ids);
    return rows.map((row) => ({
      id: row.id,
      ccid: row.company_id,
      companyName: names.get(row.company_id) ?? '已删除的企业',
      uid: row.account_id,
      name: row.name,
      identityRoles: publicRoles(row.roles),
      message: row.message,
      state: row.state,
      createdAt: row.created_at,
      decidedAt: row.decided_at,
    }));
  }
}

const isRecent = (at: string | null, now: Date): boolean =>
  at !== null && now.getTime() - new Date(at).getTime() < PLAN_RETRY_DAYS * DAY_MS;

/** Why the plan cannot be asked for now. */
function hindrance(plan: Plan): string {
  if (!plan.hasBp) return '该企业尚未上传BP';
  if (plan.address !== undefined) return '您可以直接查看该BP';
  if (plan.state === 'pending') return '您已申请，请等待对方同意';
  if (plan.state === 'refused') return '对方未同意，请明日再申请';
  return plan.needsVip ? '开通SVIP后即可查看BP' : '完成身份认证后即可申请查看BP';
}
