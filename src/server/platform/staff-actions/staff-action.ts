import { type Duty, DUTY_LABELS } from '#schemas/metadata/duty.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { SessionEnd } from '#shared/policy/session-ends.ts';
import type { Db } from '#server/db/database.ts';
import { type StaffActionAccount, lockAccounts, takeKey } from './queries.ts';

/** What staff actions need of the rest of the product. */
export interface StaffActionDeps {
  readonly db: Db;
  readonly now: () => Date;
  /** Marks all sessions of an account as over, within the action's transaction. */
  readonly endSessions: (trx: Db, accountId: string, because: SessionEnd) => Promise<void>;
  /** After the commit: every process forgets what it knew of the account. */
  readonly announce: (accountId: string) => Promise<void>;
}

/** Is this an account of staff with the duty who may act? */
export const mayAct = (account: StaffActionAccount | undefined, duty: Duty): boolean =>
  account !== undefined && account.frozen_at === null && account.duties.includes(duty);

/** Locks the account of the user who acts, who must still be staff with the duty. @throws Failure FORBIDDEN */
export async function lockStaffActor(trx: Db, actor: Member, duty: Duty): Promise<void> {
  const [account] = await lockAccounts(trx, [actor.id]);
  if (!mayAct(account, duty)) throw new Failure('FORBIDDEN');
}

/** The roles of an account whose work on data goes on without it, which must still be there for data. @throws Failure FORBIDDEN */
export async function dataRolesOf(trx: Db, id: string): Promise<readonly string[]> {
  const [account] = await lockAccounts(trx, [id]);
  if (!account || !mayAct(account, 'data')) throw new Failure('FORBIDDEN', '发起人已不再负责数据，任务已停止');
  return account.roles;
}

/** Who acts on another account, and which duty that takes. */
export interface OnDuty {
  readonly actor: Member;
  readonly duty: Duty;
}

/**
 * Locks the account that an action is about and the account of its actor, who must still be staff with the duty: when two
 * freeze each other at once, one of them stays staff.
 * @throws Failure FORBIDDEN for an actor who no longer has the duty; UNKNOWN_RECORD when there is no such account; CONFLICT
 * when it is closed.
 */
export async function lockForStaffAction(trx: Db, { actor, duty }: OnDuty, uid: string): Promise<StaffActionAccount> {
  const accounts = await lockAccounts(trx, [actor.id, uid]);
  if (
    !mayAct(
      accounts.find(({ id }) => id === actor.id),
      duty,
    )
  )
    throw new Failure('FORBIDDEN');
  const account = accounts.find(({ id }) => id === uid);
  if (!account) throw new Failure('UNKNOWN_RECORD', '用户不存在');
  if (account.closed_at !== null) throw new Failure('CONFLICT', '该账号已注销');
  return account;
}

/** @throws Failure FORBIDDEN for an action that users may not do to themselves; `what` names it. */
export function refuseSelf(actor: Member, uid: string, what: string): void {
  if (actor.id === uid) throw new Failure('FORBIDDEN', `不能对自己的账号${what}`);
}

/**
 * @param accounts Locked, with all staff who see to accounts among them.
 * @param duties Those that the account is to have.
 * @throws Failure CONFLICT when no staff would be left who see to accounts.
 */
export function refuseLastKeeper(
  accounts: readonly StaffActionAccount[],
  id: string,
  duties: readonly Duty[] = [],
): void {
  const own = accounts.find((each) => each.id === id);
  if (!mayAct(own, 'access') || duties.includes('access')) return;
  if (accounts.some((each) => each.id !== id && mayAct(each, 'access'))) return;
  throw new Failure('CONFLICT', `至少需要保留一名负责“${DUTY_LABELS.access}”的运营人员`);
}

/**
 * Whether this action is to be done now. False when it was done before under the same key: a button pressed twice, a
 * request sent again.
 * @throws Failure CONFLICT when the key was used for another action.
 */
export async function isFirst(
  trx: Db,
  { actor, key, action, now }: { actor: Member; key: string; action: readonly unknown[]; now: Date },
): Promise<boolean> {
  const text = JSON.stringify(action);
  const earlier = await takeKey(trx, { actorId: actor.id, key, action: text, at: now });
  if (earlier !== undefined && earlier !== text)
    throw new Failure('CONFLICT', '此操作编号已用于其他操作，请刷新后再试');
  return earlier === undefined;
}
