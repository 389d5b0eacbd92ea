import { Type, type Static } from 'typebox';
import { FieldApiName, ObjectApiName } from '#schemas/metadata/names.ts';
import { RecordId, route } from './route.ts';
import { StaffReason } from './staff-reason.ts';

const nullable = <T extends ReturnType<typeof Type.String>>(type: T) => Type.Union([type, Type.Null()]);

/** Chosen by the client once for each action, so that an action that is sent twice is done once. */
const ClientKey = Type.String({ minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' });

/** What an account is to the platform. */
export const ACCOUNT_STATES = ['active', 'frozen', 'closed'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];
const State = Type.Unsafe<AccountState>(Type.Union(ACCOUNT_STATES.map((state) => Type.Literal(state))));

/** Kinds of person that a list of users can be narrowed to; `none` are certified as nothing and pay nothing. */
export const USER_KINDS = ['founder', 'investor', 'organisation', 'svip', 'staff', 'none'] as const;
export type UserKind = (typeof USER_KINDS)[number];
const Kind = Type.Unsafe<UserKind>(Type.Union(USER_KINDS.map((kind) => Type.Literal(kind))));

/** A user with an account, as a row of the list. Instants are ISO 8601. */
export const StaffUser = Type.Object({
  uid: Type.String(),
  username: Type.String(),
  name: Type.String(),
  /** 199****0001; null without a number. */
  phone: nullable(Type.String()),
  /** As SPEC names them, without `staff`. */
  identityRoles: Type.Array(Type.String()),
  staff: Type.Boolean(),
  /** VIP type in force now; 3 = SVIP. */
  vipType: Type.Integer(),
  /** End of the VIP; null when there is none, or when it does not end. */
  vipUntil: nullable(Type.String()),
  state: State,
  createdAt: Type.String(),
});
export type StaffUser = Static<typeof StaffUser>;

/** An account whole, as its panel shows it. */
export const StaffUserDetail = Type.Object({
  ...StaffUser.properties,
  intro: Type.String(),
  frozenAt: nullable(Type.String()),
  frozenBecause: nullable(Type.String()),
  /** Coins. */
  balance: Type.Integer(),
  /** Sessions that are open now, and when one of them was last seen. */
  sessions: Type.Integer(),
  seenAt: nullable(Type.String()),
  /** What staff know of this user: undecided and all reports, and submitted certifications. */
  openReports: Type.Integer(),
  reports: Type.Integer(),
  cases: Type.Integer(),
  /** It is the account of the user who asks: no user may freeze their own account or grant something to it. */
  isMe: Type.Boolean(),
});
export type StaffUserDetail = Static<typeof StaffUserDetail>;

const UserParams = Type.Object({ uid: RecordId });
const WithReason = Type.Object({ reason: StaffReason }, { additionalProperties: false });

export const findUsers = route({
  method: 'POST',
  path: '/api/staff/users/find',
  // A phone number may be typed: it travels in a body, which no log and no browser history keeps.
  summary: 'Users, newest first: by a part of the name or username, by uid, or by the whole phone number',
  action: 'staff.users',
  body: Type.Object(
    {
      word: Type.Optional(Type.String({ maxLength: 100 })),
      kind: Type.Optional(Kind),
      state: Type.Optional(State),
      after: Type.Optional(RecordId),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ list: Type.Array(StaffUser), after: nullable(Type.String()) }),
});

export const readUser = route({
  method: 'GET',
  path: '/api/staff/users/{uid}',
  summary: 'One account with what staff need to judge it; the phone number stays masked',
  action: 'staff.users',
  params: UserParams,
  reply: StaffUserDetail,
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
  reply: StaffUserDetail,
});

export const unfreezeUser = route({
  method: 'POST',
  path: '/api/staff/users/{uid}/unfreeze',
  summary: 'Let a frozen account in again',
  action: 'staff.users',
  params: UserParams,
  body: WithReason,
  reply: StaffUserDetail,
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
  reply: StaffUserDetail,
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
  reply: StaffUserDetail,
});

export const setStaffRole = route({
  method: 'POST',
  path: '/api/staff/users/{uid}/staff',
  summary: 'Make an account one of staff, or no longer; its sessions end, as what it may do has changed',
  action: 'staff.users',
  params: UserParams,
  body: Type.Object({ staff: Type.Boolean(), reason: StaffReason }, { additionalProperties: false }),
  reply: StaffUserDetail,
});
