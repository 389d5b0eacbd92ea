import type { OwnCompanySetting } from '#schemas/api/contact-settings.ts';
import {
  type Plan,
  PLAN_DAYS,
  type PlanRequest,
  type PlanRequestSide,
  type PlanRequestState,
  UNFIT_PLAN,
} from '#schemas/api/plans.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { FileValue } from '#schemas/metadata/value.ts';
import { Failure } from '#shared/errors.ts';
import { hasDuty, type Member } from '#shared/policy/actor.ts';
import { decideOn } from '#shared/policy/decide.ts';
import { decidePlan, PLAN_RETRY_DAYS, planAddress } from '#shared/policy/plans.ts';
import { publicRoles } from '#shared/policy/role-words.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { isMarkable } from '#server/platform/files/markable.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import { type NoticeHints, notifyUser } from '#server/platform/notifications/notify-user.ts';
import { planAsked, planDecided } from '#server/platform/notifications/messages.ts';
import { companiesOf, companyMembers, isCompanyMember, recordNames } from '#server/platform/parties/queries.ts';
import {
  decideRequest,
  deliveriesBy,
  insertRequest,
  lastRequest,
  OPEN_PLAN,
  planAccessOf,
  type PlanRequestRow,
  requestById,
  requestsBy,
  requestsFor,
  restrictPlan,
  waitingRequests,
} from './plan-queries.ts';
import { expirePlans, isBarred, isReader, settleReader } from './plan-reader-queries.ts';
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

/** Business plans of companies: who may open them, who asked, and what the founder said. The addresses of their files never leave the server. */
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
    const access = (await planAccessOf(db, [companyId])).get(companyId) ?? OPEN_PLAN;
    const isMember = await isCompanyMember(db, companyId, viewerId);
    const request = await lastRequest(db, companyId, viewerId);
    const state = standing(request, now());
    const isClosed = state === 'refused' || state === 'revoked';
    const answer = decidePlan({
      viewer: actor,
      hasBp: bp !== undefined,
      ...access,
      isMember,
      detail: decideOn(actor, catalog.object(COMPANY).definition, 'detail'),
      state,
      isBarred: await isBarred(db, companyId, viewerId),
      isTooSoon: isClosed && isRecent(request?.decided_at ?? null, now()),
    });
    const { mayOpen, ...said } = answer;
    const isUnfit = bp !== undefined && !(await isMarkable(db, bp));
    // The company and the staff who audit have the file itself.
    const isOwn = isMember || hasDuty(actor, 'audit');
    return {
      hasBp: bp !== undefined,
      ...access,
      state,
      expiresAt: state === 'approved' ? (request?.expires_at ?? null) : null,
      isMember,
      ...said,
      isUnfit,
      ...(bp && mayOpen && (isOwn || !isUnfit) && { address: planAddress(companyId), fileName: bp.name }),
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
      await expirePlans(trx, now(), request);
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
  async decide(id: string, { accept, days = PLAN_DAYS }: PlanDecision, actor: Member): Promise<PlanRequest> {
    const { db, hints, now } = this.#deps;
    const uid = actor.id;
    const asker = await db.transaction().execute(async (trx) => {
      const row = await requestById(trx, id, true);
      if (!row || !(await isCompanyMember(trx, row.company_id, uid))) throw new Failure('UNKNOWN_RECORD', '申请不存在');
      if (row.state !== 'pending') throw new Failure('CONFLICT', '这条申请已经处理过了');
      const state = accept ? 'approved' : 'refused';
      await decideRequest(trx, id, { state, by: uid, until: accept ? daysFrom(now(), days) : null }, now());
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
    const access = await planAccessOf(db, ids);
    const settings: OwnCompanySetting[] = [];
    for (const ccid of ids) {
      const company = await records.bound(BINDINGS.companyCard, ccid);
      if (!company) continue;
      const { plan = null, logo = null, introduction = null } = company.values;
      const isUnfit = plan !== null && !(await isMarkable(db, plan));
      settings.push({
        ccid,
        name: company.name,
        bp: plan,
        isUnfit,
        header: logo,
        introduce: introduction,
        ...(access.get(ccid) ?? OPEN_PLAN),
      });
    }
    return settings;
  }

  /** @throws Failure UNKNOWN_RECORD for a company that the actor does not speak for. */
  async restrict(
    trx: Db,
    { ccid, restricted, sentOnly = false }: { ccid: string; restricted: boolean; sentOnly?: boolean },
    actor: Member,
  ): Promise<void> {
    await this.refuseStranger(trx, ccid, actor);
    await restrictPlan(trx, { companyId: ccid, restricted, sentOnly, by: actor.id }, this.#deps.now());
  }

  /** Takes the plan back from a reader; the next request for it is refused. @throws Failure UNKNOWN_RECORD for no reader of it. */
  async revoke(companyId: string, uid: string, actor: Member): Promise<null> {
    return this.#settle(companyId, uid, actor, { state: 'revoked', until: null });
  }

  /** @throws Failure as `revoke` does. */
  async extend(companyId: string, uid: string, days: number, actor: Member): Promise<null> {
    return this.#settle(companyId, uid, actor, { state: 'approved', until: daysFrom(this.#deps.now(), days) });
  }

  async #settle(
    companyId: string,
    accountId: string,
    actor: Member,
    decided: { state: 'approved' | 'revoked'; until: Date | null },
  ): Promise<null> {
    const { db, now } = this.#deps;
    await db.transaction().execute(async (trx) => {
      await this.refuseStranger(trx, companyId, actor);
      await lockAccountForLimit(trx, accountId);
      if (!(await isReader(trx, companyId, accountId))) throw new Failure('UNKNOWN_RECORD', '查阅记录不存在');
      await settleReader(trx, { companyId, accountId, by: actor.id, ...decided }, now());
    });
    return null;
  }

  /** The plan that a user may open now. @throws Failure UNKNOWN_RECORD, the same where there is none and where it is closed. */
  async openFor(companyId: string, actor: Member): Promise<{ file: FileValue; isMember: boolean }> {
    const { address, isMember } = await this.read(companyId, actor);
    const file = address === undefined ? undefined : await this.#bp(companyId);
    if (!file) throw new Failure('UNKNOWN_RECORD', '文件不存在');
    return { file, isMember };
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
    const { db, catalog, now } = this.#deps;
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
      state: standing(row, now()),
      createdAt: row.created_at,
      decidedAt: row.decided_at,
      expiresAt: row.expires_at,
    }));
  }
}

/** What a founder says to a request; `days` counts for one that is accepted. */
interface PlanDecision {
  readonly accept: boolean;
  readonly days?: number | undefined;
}

interface Standing {
  readonly state: PlanRequestState;
  readonly expires_at: string | null;
}

/** An approval past its term is over, whether or not that was stored already. */
function standing(request: Standing, now: Date): PlanRequestState;
function standing(request: Standing | undefined, now: Date): PlanRequestState | 'none';
function standing(request: Standing | undefined, now: Date): PlanRequestState | 'none' {
  if (!request) return 'none';
  const { state, expires_at: until } = request;
  return state === 'approved' && until !== null && new Date(until) <= now ? 'expired' : state;
}

const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);

const isRecent = (at: string | null, now: Date): boolean =>
  at !== null && now.getTime() - new Date(at).getTime() < PLAN_RETRY_DAYS * DAY_MS;

/** Why the plan cannot be asked for now. */
function hindrance(plan: Plan): string {
  if (!plan.hasBp) return '该企业尚未上传BP';
  if (plan.address !== undefined) return '您可以直接查看该BP';
  if (plan.state === 'pending') return '您已申请，请等待对方同意';
  if (plan.isUnfit) return UNFIT_PLAN;
  if (plan.sentOnly) return '该企业的BP仅由企业自己发送';
  if (plan.state === 'refused') return '对方未同意，请明日再申请';
  if (plan.state === 'revoked') return '对方已收回查看权限，请明日再申请';
  return plan.needsVip ? '开通SVIP后即可查看BP' : '完成身份认证后即可申请查看BP';
}
