import { type Duty, DUTIES, DUTY_LABELS } from '#schemas/metadata/duty.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { type AuditEntry, writeAudit } from '#server/platform/audit/audit-log.ts';
import { setDuties, type StaffActionAccount } from './queries.ts';

const named = (duties: readonly Duty[]): string =>
  DUTIES.filter((duty) => duties.includes(duty))
    .map((duty) => DUTY_LABELS[duty])
    .join('、');

/** What a change of duties comes to, in words. */
export function dutiesSummary(before: readonly Duty[], after: readonly Duty[]): string {
  if (after.length === 0) return '取消运营人员';
  return `${before.length === 0 ? '设为运营人员' : `调整职责（现为${named(before)}）`}：${named(after)}`;
}

/** @throws Failure CONFLICT where nothing would change. */
export function refuseSameDuties({ duties: before }: Pick<StaffActionAccount, 'duties'>, after: readonly Duty[]): void {
  if (after.length !== before.length || after.some((duty) => !before.includes(duty))) return;
  throw new Failure('CONFLICT', after.length === 0 ? '该账号不是运营人员' : '该账号的职责已是如此');
}

/** The audit log's word for a change of what an account is there for. */
function actionOf(before: readonly Duty[], after: readonly Duty[]): string {
  if (before.length === 0) return 'staff.granted';
  return after.length === 0 ? 'staff.revoked' : 'staff.dutiesChanged';
}

/**
 * Changes what an account is there for as staff, within the transaction of the caller, who has locked it, ends its sessions
 * and announces it. @throws Failure CONFLICT where nothing would change.
 */
export async function changeDuties(
  trx: Db,
  account: Pick<StaffActionAccount, 'id' | 'duties'>,
  change: Pick<AuditEntry, 'actor' | 'reason' | 'details'> & { readonly duties: readonly Duty[] },
  now: Date,
): Promise<void> {
  const { actor, reason, details } = change;
  const before = account.duties;
  const after = DUTIES.filter((duty) => change.duties.includes(duty));
  refuseSameDuties(account, after);
  await setDuties(trx, account.id, after);
  const target = { kind: 'account', id: account.id };
  const entry = { actor, action: actionOf(before, after), target, reason };
  await writeAudit(trx, { ...entry, details: { ...details, before, after } }, now);
}
