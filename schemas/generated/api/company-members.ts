// Written by `npm run schemas` from schemas/api/company-members.ts: change it there.
import type * as source from '#schemas/api/company-members.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const acceptInvitation: CallOf<typeof source.acceptInvitation> = { method: "POST", path: "/api/rong/company/invitation/{id}/accept" };
export const changeMemberRole: CallOf<typeof source.changeMemberRole> = { method: "POST", path: "/api/rong/company/member/{id}/role" };
export const handOver: CallOf<typeof source.handOver> = { method: "POST", path: "/api/rong/company/member/{id}/handOver" };
export const inviteMember: CallOf<typeof source.inviteMember> = { method: "POST", path: "/api/rong/company/member/invite" };
export const refuseInvitation: CallOf<typeof source.refuseInvitation> = { method: "POST", path: "/api/rong/company/invitation/{id}/refuse" };
export const removeMember: CallOf<typeof source.removeMember> = { method: "POST", path: "/api/rong/company/member/{id}/remove" };
export const revokeInvitation: CallOf<typeof source.revokeInvitation> = { method: "POST", path: "/api/rong/company/invitation/{id}/revoke" };
