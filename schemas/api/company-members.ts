import { Type } from 'typebox';
import { ClientKey, RecordId, route, Version } from './route.ts';

/** Owners look after the members of a company; editors do all else for it that owners do. */
export type MemberRole = 'owner' | 'editor';
/** The state of an invitation. One whose term is over can be accepted no longer, also before it is said to be expired. */
export type InvitationState = 'waiting' | 'accepted' | 'refused' | 'revoked' | 'expired';

const Params = Type.Object({ id: RecordId });
const Seen = Type.Object({ version: Version }, { additionalProperties: false });

export const inviteMember = route({
  method: 'POST',
  path: '/api/rong/company/member/invite',
  summary: 'Invite a user by phone number, mail address or user name; the answer is the same whether there is one',
  action: 'company.members',
  body: Type.Object(
    {
      clientKey: ClientKey,
      who: Type.String({ minLength: 2, maxLength: 100 }),
      position: Type.String({ minLength: 1, maxLength: 60 }),
      /** May be absent where one owns exactly one company. */
      company: Type.Optional(Type.Union([RecordId, Type.Null()])),
    },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});

/** A step on an invitation or a member as it was read. */
const step = (path: string, summary: string) =>
  route({
    method: 'POST',
    path: `/api/rong/company/${path}`,
    summary,
    action: 'company.members',
    params: Params,
    body: Seen,
    reply: Type.Null(),
  });

export const acceptInvitation = step('invitation/{id}/accept', 'Become a member of the company that invited one');
export const refuseInvitation = step('invitation/{id}/refuse', 'Refuse an invitation');
export const revokeInvitation = step('invitation/{id}/revoke', 'Take an invitation back');
export const removeMember = step('member/{id}/remove', 'Remove a member who was invited');
export const handOver = step('member/{id}/handOver', 'Make a member the owner in one’s own place');

export const changeMemberRole = route({
  method: 'POST',
  path: '/api/rong/company/member/{id}/role',
  summary: 'Make a member an owner or an editor; only certified founders own a company',
  action: 'company.members',
  params: Params,
  body: Type.Object(
    { version: Version, role: Type.Union([Type.Literal('owner'), Type.Literal('editor')]) },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});
