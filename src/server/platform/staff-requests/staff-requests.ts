import { REQUEST_DAYS, REQUEST_DUTIES, type RequestKind, type RequestState } from '#schemas/api/staff-requests.ts';
import type { Duty } from '#schemas/metadata/duty.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import type { Db } from '#server/db/database.ts';
import { type AuditEntry, writeAudit } from '#server/platform/audit/audit-log.ts';
import { type NoticeHints, notifyUser } from '#server/platform/notifications/notify-user.ts';
import { requestDecided } from '#server/platform/notifications/messages.ts';
import { lockAccounts, type StaffActionAccount } from '#server/platform/staff-actions/queries.ts';
import { mayAct, refuseLastKeeper, type StaffActionDeps } from '#server/platform/staff-actions/staff-action.ts';
import { EFFECTS } from './effects.ts';
import {
  approveCodes,
  type Asked,
  endRequest,
  hasOpenDuties,
  insertRequest,
  lockRequest,
  othersWith,
  type RequestRow,
} from './queries.ts';

export interface RequestDeps extends StaffActionDeps {
  readonly hints: NoticeHints & { readonly announceRecords: (objectApiNames: readonly string[]) => void };
}

/** What a member of staff asks for, which takes effect when another approves it. */
export interface Filing<Kind extends RequestKind> {
  readonly kind: Kind;
  /** Whom it is about; null for codes, which any user may redeem. */
  readonly accountId: string | null;
  readonly asked: Asked[Kind];
  /** In words, as the other reads it. */
  readonly summary: string;
  readonly reason: string;
  readonly actor: Member;
}

/** The lists that show what an approved request has changed. */
const SHOWN_IN: Readonly<Record<RequestKind, string>> = {
  coins: 'User',
  vip: 'User',
  duties: 'User',
  codes: 'RedemptionCode',
};
const STATE_WORDS: Readonly<Record<Exclude<RequestState, 'open'>, string>> = {
  approved: '已批准',
  rejected: '已拒绝',
  withdrawn: '已撤回',
  lapsed: '已过期',
};

/** What a request is about: an account, or an issue of codes. */
const targetOf = (accountId: string | null, asked: object): AuditEntry['target'] =>
  accountId === null ? { kind: 'codes', id: (asked as Asked['codes']).batch } : { kind: 'account', id: accountId };

/** Files a request within the transaction of the caller, who has locked the actor and the account. Gives its id. */
export async function fileRequest<Kind extends RequestKind>(trx: Db, filing: Filing<Kind>, at: Date): Promise<string> {
  const { kind, accountId, asked, summary, actor } = filing;
  const reason = filing.reason.trim();
  const expiresAt = new Date(at.getTime() + REQUEST_DAYS * DAY_MS);
  if (kind === 'duties' && accountId !== null && (await hasOpenDuties(trx, accountId)))
    throw new Failure('CONFLICT', '该账号已有待批准的权限申请，请先处理');
  const id = await insertRequest(trx, { kind, accountId, asked, summary, reason, by: actor.id, at, expiresAt });
  const details = { request: id, asked: summary };
  await writeAudit(trx, { actor, action: 'request.filed', target: targetOf(accountId, asked), reason, details }, at);
  return id;
}

/** Requests of staff as they are decided on: never by the one who made them, nor by the one whom they are about. */
export class StaffRequests {
  readonly #deps: RequestDeps;

  constructor(deps: RequestDeps) {
    this.#deps = deps;
  }

  /**
   * What was asked for takes effect in the same transaction, once.
   * @throws Failure UNKNOWN_RECORD; FORBIDDEN for the requester, the one whom it is about, and staff without the duty; CONFLICT
   * where it is decided on or over, or no longer fits the account.
   */
  async approve(id: string, actor: Member): Promise<null> {
    return this.#decide(id, async (trx, request) => {
      await this.#perform(trx, request, await this.#locked(trx, request, actor), actor);
      return { state: 'approved', by: actor };
    });
  }

  /** @throws Failure as approve does. */
  async reject(id: string, reason: string, actor: Member): Promise<null> {
    return this.#decide(id, async (trx, request) => {
      await this.#locked(trx, request, actor);
      return { state: 'rejected', by: actor, because: reason.trim() };
    });
  }

  /** @throws Failure FORBIDDEN for all but the requester; UNKNOWN_RECORD; CONFLICT where it is decided on or over. */
  async withdraw(id: string, actor: Member): Promise<null> {
    return this.#decide(id, async (_trx, request) => {
      if (request.requested_by !== actor.id) throw new Failure('FORBIDDEN', '只能撤回自己提出的申请');
      return { state: 'withdrawn', by: actor };
    });
  }

  /**
   * Approves on the server where no other of staff can: there is one alone who has the duty.
   * @throws Failure CONFLICT naming those who can; as approve does.
   */
  async approveAlone(id: string, why: string): Promise<null> {
    return this.#decide(id, async (trx, request) => {
      const { requested_by: requester, account_id: about } = request;
      const others = await othersWith(trx, REQUEST_DUTIES[request.kind], [requester, about ?? requester]);
      if (others.length > 0) throw new Failure('CONFLICT', `请由其他运营人员在网页中批准：${others.join('、')}`);
      await this.#perform(trx, request, await this.#locked(trx, request, null), null);
      return { state: 'approved', by: null, because: why };
    });
  }

  /**
   * The accounts that a decision concerns, locked in order of id with all who could be the last to see to accounts.
   */
  async #locked(trx: Db, request: RequestRow, actor: Member | null): Promise<Map<string, StaffActionAccount>> {
    const { requested_by: requester, account_id: about, kind } = request;
    if (actor?.id === requester) throw new Failure('FORBIDDEN', '不能处理自己提出的申请，可以撤回后由他人提出');
    if (actor !== null && actor.id === about) throw new Failure('FORBIDDEN', '不能处理与自己有关的申请');
    const ids = [requester, about ?? [], actor?.id ?? []].flat();
    const accounts = new Map((await lockAccounts(trx, ids, kind === 'duties')).map((row) => [row.id, row]));
    if (actor !== null && !mayAct(accounts.get(actor.id), REQUEST_DUTIES[kind])) throw new Failure('FORBIDDEN');
    return accounts;
  }

  /** Looks again at everyone concerned, and does what was asked for. */
  async #perform(
    trx: Db,
    request: RequestRow,
    accounts: ReadonlyMap<string, StaffActionAccount>,
    by: Member | null,
  ): Promise<void> {
    const { kind, requested_by: requester, account_id: about } = request;
    if (!mayAct(accounts.get(requester), REQUEST_DUTIES[kind]))
      throw new Failure('CONFLICT', '提出申请的人已不再负责此项，申请不能批准');
    const now = this.#deps.now();
    if (kind === 'codes') return approveCodes(trx, (request.asked as Asked['codes']).batch, now);
    const account = accounts.get(about ?? '');
    if (!account) throw new Failure('UNKNOWN_RECORD', '用户不存在');
    const duties = kind === 'duties' ? (request.asked as Asked['duties']).duties : undefined;
    refuseUnfit(account, duties);
    if (duties) refuseLastKeeper([...accounts.values()], account.id, duties);
    const details = { request: request.id, requestedBy: request.requester_name };
    const approval = { key: `staff-request:${request.id}`, by, reason: request.reason, details, now };
    await EFFECTS[kind](trx, account, { ...approval, asked: request.asked as never }, this.#deps);
  }

  async #decide(
    id: string,
    work: (
      trx: Db,
      request: RequestRow,
    ) => Promise<{ state: Exclude<RequestState, 'open' | 'lapsed'>; by: Member | null; because?: string }>,
  ): Promise<null> {
    const { db, now, announce, hints } = this.#deps;
    const { request, state } = await db.transaction().execute(async (trx) => {
      const at = now();
      const found = await lockRequest(trx, id);
      if (!found) throw new Failure('UNKNOWN_RECORD', '申请不存在');
      if (found.state !== 'open') throw new Failure('CONFLICT', `这条申请${STATE_WORDS[found.state]}`);
      if (new Date(found.expires_at) <= at) throw new Failure('CONFLICT', `这条申请${STATE_WORDS.lapsed}`);
      const { by, because = '', ...decision } = await work(trx, found);
      await endRequest(trx, id, { ...decision, by: by?.id ?? null, because }, at);
      const details = { request: id, asked: found.summary, requestedBy: found.requester_name };
      const entry = { actor: by, action: `request.${decision.state}`, target: targetOf(found.account_id, found.asked) };
      await writeAudit(trx, { ...entry, reason: because || found.reason, details }, at);
      if (decision.state !== 'withdrawn') await notifyUser(trx, requestDecided(found, decision.state, because), at);
      return { request: found, state: decision.state };
    });
    if (state !== 'withdrawn') hints.announceNotice(request.requested_by);
    if (state === 'approved') hints.announceRecords([SHOWN_IN[request.kind]]);
    if (state === 'approved' && request.account_id !== null) {
      await announce(request.account_id);
      hints.announceNotice(request.account_id);
    }
    return null;
  }
}

/**
 * What is taken from a frozen account is taken; given is nothing. @param duties Those that the account is to have, none for
 * no staff; undefined where something else is given.
 * @throws Failure CONFLICT
 */
export function refuseUnfit(account: StaffActionAccount, duties?: readonly Duty[]): void {
  if (account.closed_at !== null) throw new Failure('CONFLICT', '该账号已注销');
  if (account.frozen_at !== null && duties?.length !== 0) throw new Failure('CONFLICT', '该账号已被冻结，请先解除冻结');
}
