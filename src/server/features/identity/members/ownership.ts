import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { membershipEnded } from '#server/platform/notifications/messages-members.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import { deleteMembers, lockCompany, membersOfCompany, revokeInvitations, setRole } from './queries.ts';

/**
 * May this member leave? The last owner may not while there are others, who would be members of a company that no user
 * answers for.
 * @throws Failure CONFLICT
 */
export async function refuseLastOwner(trx: Db, companyId: string, accountId: string): Promise<void> {
  await lockCompany(trx, companyId);
  const others = (await membersOfCompany(trx, companyId)).filter((row) => row.account_id !== accountId);
  if (others.length > 0 && others.every(({ role }) => role !== 'owner'))
    throw new Failure('CONFLICT', '您是唯一的所有者：请先移交企业，或移除其他成员，再退出');
}

/**
 * After a member has gone: a company without an owner gets the longest of its certified members as one. Where there is none,
 * those who were invited are members no longer, since an owner answered for them.
 */
export async function settleOwner(trx: Db, companyId: string, now: Date): Promise<void> {
  await lockCompany(trx, companyId);
  const members = await membersOfCompany(trx, companyId);
  if (members.some(({ role }) => role === 'owner')) return;
  const heir = members.find((row) => row.case_id !== null);
  if (heir) {
    await setRole(trx, heir.id, 'owner');
    return;
  }
  const ids = members.map(({ id }) => id);
  await deleteMembers(trx, ids);
  await revokeInvitations(trx, companyId, now);
  for (const row of members) await notifyUser(trx, membershipEnded(row), now);
}
