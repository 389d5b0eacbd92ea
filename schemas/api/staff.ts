import { Type, type Static } from 'typebox';
import { Duty, DUTIES } from '#schemas/metadata/duty.ts';
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

/** What staff are there for, each once; none for no staff. */
const Duties = Type.Array(Duty, { maxItems: DUTIES.length, uniqueItems: true });

const UserParams = Type.Object({ uid: RecordId });
const WithReason = Type.Object({ reason: StaffReason }, { additionalProperties: false });

export const findUsers = route({
  method: 'POST',
  path: '/api/staff/users/find',
  // A phone number may be typed: it travels in a body, which no log and no browser history keeps.
  summary: 'The newest users by a part of the name or username, by uid, or by the whole phone number',
  action: 'staff.users',
  personal: { kind: 'account' },
  body: Type.Object({ word: Type.String({ minLength: 1, maxLength: 100 }) }, { additionalProperties: false }),
  reply: Type.Object({ list: Type.Array(StaffUser) }),
});

export const revealPhone = route({
  method: 'POST',
  path: '/api/staff/users/{uid}/phone',
  summary: 'The whole phone number of an account; asking for it is written to the log',
  action: 'staff.accounts',
  personal: { kind: 'account', by: 'uid', logsItself: true },
  params: UserParams,
  body: WithReason,
  reply: Type.Object({ phone: Type.String() }),
});

export const revealValue = route({
  method: 'POST',
  path: '/api/staff/records/{objectApiName}/{id}/reveal',
  summary: 'One sealed value of a record, whole; asking for it is written to the log',
  action: 'staff.sealed',
  personal: { kind: 'record', logsItself: true },
  params: Type.Object({ objectApiName: ObjectApiName, id: RecordId }),
  body: Type.Object({ field: FieldApiName, reason: StaffReason }, { additionalProperties: false }),
  reply: Type.Object({ value: Type.String() }),
});

export const freezeUser = route({
  method: 'POST',
  path: '/api/staff/users/{uid}/freeze',
  summary: 'Freeze an account: all its sessions end at once',
  action: 'staff.accounts',
  params: UserParams,
  body: WithReason,
  reply: Type.Null(),
});

export const unfreezeUser = route({
  method: 'POST',
  path: '/api/staff/users/{uid}/unfreeze',
  summary: 'Let a frozen account in again',
  action: 'staff.accounts',
  params: UserParams,
  body: WithReason,
  reply: Type.Null(),
});

export const resetUserFactor = route({
  method: 'POST',
  path: '/api/staff/users/{uid}/factor/reset',
  summary: 'Take the second factor of another account away: its owner lost phone and recovery codes; its sessions end',
  action: 'staff.accounts',
  params: UserParams,
  body: WithReason,
  reply: Type.Null(),
});

export const grantUserVip = route({
  method: 'POST',
  path: '/api/staff/users/{uid}/vip',
  summary: 'Ask that days of SVIP be given to an account: another of staff approves',
  action: 'staff.grants',
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
  summary: 'Ask that coins be given to an account: another of staff approves',
  action: 'staff.grants',
  params: UserParams,
  body: Type.Object(
    { amount: Type.Integer({ minimum: 1, maximum: 100000 }), reason: StaffReason, clientKey: ClientKey },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});

export const setStaffDuties = route({
  method: 'POST',
  path: '/api/staff/users/{uid}/staff',
  summary: 'Ask that an account be there for these duties as staff, with none no longer: another of staff approves',
  action: 'staff.accounts',
  params: UserParams,
  body: Type.Object({ duties: Duties, reason: StaffReason }, { additionalProperties: false }),
  reply: Type.Null(),
});
