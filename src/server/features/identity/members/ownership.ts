import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { membershipEnded } from '#server/platform/notifications/messages-members.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import { deleteMembers, lockCompany, membersOfCompany, revokeInvitations, setRole } from './queries.ts';

/** What other features do with a company that no user speaks for any more, in the transaction that ends its last membership. */
export type Freed = (trx: Db, companyId: string, now: Date) => Promise<void>;

const othersOf = async (trx: Db, companyId: string, accountId: string) => {
  await lockCompany(trx, companyId);
  return (await membersOfCompany(trx, companyId)).filter((row) => row.account_id !== accountId);
};

/**
 * May this member leave? The last owner may not while there are others, who would be members of a company that no user
 * answers for; nor the only member, who would leave it behind without knowing what follows.
 * @throws Failure CONFLICT
 */
export async function refuseLastOwner(trx: Db, companyId: string, accountId: string): Promise<void> {
  const others = await othersOf(trx, companyId, accountId);
  if (others.length === 0)
    throw new Failure(
      'CONFLICT',
      '您是唯一的成员：请先邀请同事并移交企业，再退出；如不再管理这家企业，请在“企业成员”中选择“放弃管理”',
    );
  if (others.every(({ role }) => role !== 'owner'))
    throw new Failure('CONFLICT', '您是唯一的所有者：请先移交企业，或移除其他成员，再退出');
}

/** May this member give the company up? Only alone. @throws Failure CONFLICT */
export async function refuseAccompanied(trx: Db, companyId: string, accountId: string): Promise<void> {
  if ((await othersOf(trx, companyId, accountId)).length > 0)
    throw new Failure('CONFLICT', '企业还有其他成员：请使用“退出企业”；您是唯一的所有者时请先移交企业');
}

/**
 * After a member has gone: a company without an owner gets the longest of its certified members as one. Where there is none,
 * those who were invited are members no longer, since an owner answered for them, and the company is free to be claimed.
 */
export async function settleOwner(trx: Db, companyId: string, now: Date, freed: Freed): Promise<void> {
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
  await freed(trx, companyId, now);
}
