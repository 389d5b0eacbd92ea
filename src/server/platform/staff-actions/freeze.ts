import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { type OnDuty, type StaffActionDeps, lockForStaffAction, refuseSelf } from './staff-action.ts';
import { setFrozen } from './queries.ts';

type FreezeDeps = Pick<StaffActionDeps, 'now' | 'endSessions'>;

/**
 * Freezes an account within the caller's transaction and ends its sessions; the caller announces it after the commit.
 * @throws Failure as lockForStaffAction does; FORBIDDEN for oneself; CONFLICT when it is frozen already.
 */
export async function freezeAccount(
  trx: Db,
  deps: FreezeDeps,
  by: OnDuty,
  action: { readonly uid: string; readonly reason: string; readonly details?: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { uid, reason, details = {} } = action;
  const { actor } = by;
  refuseSelf(actor, uid, '进行冻结操作');
  const account = await lockForStaffAction(trx, by, uid);
  if (account.frozen_at !== null) throw new Failure('CONFLICT', '该账号已处于冻结状态');
  const now = deps.now();
  await setFrozen(trx, uid, reason, now);
  await deps.endSessions(trx, uid, 'frozen');
  await writeAudit(trx, { actor, action: 'user.frozen', target: { kind: 'account', id: uid }, reason, details }, now);
}
