import { Type, type Static } from 'typebox';
import { FieldApiName, ObjectApiName } from '#schemas/metadata/names.ts';
import { ClientKey, RecordId, route } from './route.ts';
import { StaffReason } from './staff-reason.ts';

/** A user as staff find one. */
export const StaffUser = Type.Object({
  uid: Type.String(),
  username: Type.String(),
  name: Type.String(),
  /** As SPEC names them, without `staff`. */
  identityRoles: Type.Array(Type.String()),
  staff: Type.Boolean(),
});
export type StaffUser = Static<typeof StaffUser>;

const UserParams = Type.Object({ uid: RecordId });
const WithReason = Type.Object({ reason: StaffReason }, { additionalProperties: false });

export const findUsers = route({
  method: 'POST',
  path: '/api/staff/users/find',
  // A phone number may be typed: it travels in a body, which no log and no browser history keeps.
  summary: 'The newest users by a part of the name or username, by uid, or by the whole phone number',
  action: 'staff.users',
  body: Type.Object({ word: Type.String({ minLength: 1, maxLength: 100 }) }, { additionalProperties: false }),
  reply: Type.Object({ list: Type.Array(StaffUser) }),
});

export const revealPhone = route({
  method: 'POST',
  path: '/api/staff/users/{uid}/phone',
  summary: 'The whole phone number of an account; asking for it is written to the log',
  action: 'staff.users',
  params: UserParams,
  body: WithReason,
  reply: Type.Object({ phone: Type.String() }),
});

export const revealValue = route({
  method: 'POST',
  path: '/api/staff/records/{objectApiName}/{id}/reveal',
  summary: 'One sealed value of a record, whole; asking for it is written to the log',
  action: 'staff.sealed',
  params: Type.Object({ objectApiName: ObjectApiName, id: RecordId }),
  body: Type.Object({ field: FieldApiName, reason: StaffReason }, { additionalProperties: false }),
  reply: Type.Object({ value: Type.String() }),
});

export const freezeUser = route({
  method: 'POST',
  path: '/api/staff/users/{uid}/freeze',
  summary: 'Freeze an account: all its sessions end at once',
  action: 'staff.users',
  params: UserParams,
  body: WithReason,
  reply: Type.Null(),
});

export const unfreezeUser = route({
  method: 'POST',
  path: '/api/staff/users/{uid}/unfreeze',
  summary: 'Let a frozen account in again',
  action: 'staff.users',
  params: UserParams,
  body: WithReason,
  reply: Type.Null(),
});

export const grantUserVip = route({
  method: 'POST',
  path: '/api/staff/users/{uid}/vip',
  summary: 'Give days of SVIP to an account',
  action: 'staff.users',
  params: UserParams,
  body: Type.Object(
    { days: Type.Integer({ minimum: 1, maximum: 3660 }), reason: StaffReason, clientKey: ClientKey },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});

export const grantUserCoins = route({
  method: 'POST',
  path: '/api/staff/users/{uid}/coins',
  summary: 'Give coins to an account',
  action: 'staff.users',
  params: UserParams,
  body: Type.Object(
    { amount: Type.Integer({ minimum: 1, maximum: 100000 }), reason: StaffReason, clientKey: ClientKey },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});

export const setStaffRole = route({
  method: 'POST',
  path: '/api/staff/users/{uid}/staff',
  summary: 'Make an account one of staff, or no longer; its sessions end, as what it may do has changed',
  action: 'staff.users',
  params: UserParams,
  body: Type.Object({ staff: Type.Boolean(), reason: StaffReason }, { additionalProperties: false }),
  reply: Type.Null(),
});
