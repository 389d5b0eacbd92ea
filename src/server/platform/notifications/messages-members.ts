import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import type { MemberRole } from '#schemas/api/company-members.ts';
import type { UserNotice } from './notify-user.ts';

const { notice: NOTICE } = SYSTEM_TYPES;
const MEMBERS = '/company/members';

interface Invitation {
  readonly id: string;
  readonly title: string;
}
interface Membership {
  readonly id: string;
  readonly account_id: string;
  readonly version: number;
}

/** A company invites the user. */
export const memberInvited = (accountId: string, { id, title: company }: Invitation, until: string): UserNotice => ({
  accountId,
  type: NOTICE,
  title: '企业成员邀请',
  body: `“${company}”邀请您成为企业成员，${until} 前有效。接受后可与同事共同维护企业资料、发布融资。`,
  link: '/company/invitations',
  key: `company-invitation:${id}`,
});

/** An owner learns what became of an invitation. */
export const invitationAnswered = (
  accountId: string,
  { id, title: company, label }: Invitation & { readonly label: string },
  isAccepted: boolean,
): UserNotice => ({
  accountId,
  type: NOTICE,
  title: isAccepted ? '成员邀请已接受' : '成员邀请被拒绝',
  body: isAccepted ? `您邀请的 ${label} 已加入“${company}”。` : `您邀请的 ${label} 拒绝加入“${company}”。`,
  link: MEMBERS,
  key: `company-invitation:${id}:answered`,
});

/** A member is a member no longer. */
export const membershipEnded = ({ id, account_id: accountId }: Membership, company = '企业'): UserNotice => ({
  accountId,
  type: NOTICE,
  title: '企业成员身份已结束',
  body: `您已不再是${company === '企业' ? '该企业' : `“${company}”`}的成员，不能再维护其资料与融资。`,
  link: MEMBERS,
  key: `company-member:${id}:ended`,
});

/** An owner changed what a member may do; the version makes each change one of its own. */
export const roleChanged = (
  { id, account_id: accountId, version }: Membership,
  company: string,
  role: MemberRole,
): UserNotice => ({
  accountId,
  type: NOTICE,
  title: '企业成员角色已调整',
  body:
    role === 'owner'
      ? `您已成为“${company}”的所有者，可以管理成员。`
      : `您在“${company}”的角色已调整为编辑，可维护资料与融资，不能管理成员。`,
  link: MEMBERS,
  key: `company-member:${id}:${version + 1}`,
});
