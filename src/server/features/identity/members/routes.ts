import type { FastifyInstance } from 'fastify';
import {
  acceptInvitation,
  changeMemberRole,
  handOver,
  inviteMember,
  refuseInvitation,
  removeMember,
  revokeInvitation,
} from '#schemas/api/company-members.ts';
import { mount } from '#server/http/mount.ts';
import { Invitations, type MemberDeps } from './invitations.ts';
import { CompanyMembers } from './members.ts';

/** Members of companies. The lists are the system objects CompanyMember and CompanyInvitation. */
export function memberRoutes(app: FastifyInstance, deps: MemberDeps): void {
  const invitations = new Invitations(deps);
  const members = new CompanyMembers(deps);
  mount(app, inviteMember, async ({ body, actor }) => invitations.invite(body, actor));
  mount(app, acceptInvitation, async ({ params, body, actor }) => invitations.accept(params.id, body.version, actor));
  mount(app, refuseInvitation, async ({ params, body, actor }) => invitations.refuse(params.id, body.version, actor));
  mount(app, revokeInvitation, async ({ params, body, actor }) => invitations.revoke(params.id, body.version, actor));
  mount(app, changeMemberRole, async ({ params, body, actor }) =>
    members.changeRole(params.id, body.version, body.role, actor),
  );
  mount(app, handOver, async ({ params, body, actor }) => members.handOver(params.id, body.version, actor));
  mount(app, removeMember, async ({ params, body, actor }) => members.remove(params.id, body.version, actor));
}
