import { Type, type Static } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { RecordId, route } from './route.ts';
import { StaffReason } from './staff-reason.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);
const PageQuery = Type.Object({ after: Type.Optional(RecordId) }, { additionalProperties: false });

/** An investor who sees contacts free and without count. */
export const WhiteListEntry = Type.Object({
  uid: Type.String(),
  name: Type.String(),
  identityRoles: Type.Array(Type.String()),
  reason: Type.String(),
  grantedBy: Nullable,
  grantedAt: Type.String(),
});
export type WhiteListEntry = Static<typeof WhiteListEntry>;
const WhiteListPage = Type.Object({ list: Type.Array(WhiteListEntry), after: Nullable });

export const whiteList = route({
  method: 'GET',
  path: '/api/staff/whiteList',
  summary: 'Investors on the white list, by account',
  action: 'staff.users',
  query: PageQuery,
  reply: WhiteListPage,
});

/** An account as staff name it: its uid or its username. */
const AccountName = Type.String({ minLength: 1, maxLength: 100 });

export const changeWhiteList = route({
  method: 'POST',
  path: '/api/staff/whiteList',
  summary: 'Put an investor on the white list, or take one off',
  action: 'staff.users',
  body: Type.Object(
    { account: AccountName, listed: Type.Boolean(), reason: StaffReason },
    { additionalProperties: false },
  ),
  reply: Type.Object({ uid: Type.String(), listed: Type.Boolean() }),
});

/** A user who is the contact of a record because staff said so. */
export const RecordParty = Type.Object({
  objectApiName: Type.String(),
  recordId: Type.String(),
  uid: Type.String(),
  name: Type.String(),
});
export type RecordParty = Static<typeof RecordParty>;

export const recordParties = route({
  method: 'GET',
  path: '/api/staff/recordParty',
  summary: 'The contacts that staff gave a record',
  action: 'staff.users',
  query: Type.Object({ objectApiName: ObjectApiName, id: RecordId }, { additionalProperties: false }),
  reply: Type.Array(RecordParty),
});

export const changeRecordParty = route({
  method: 'POST',
  path: '/api/staff/recordParty',
  summary: 'Make an account the contact of a record, or end that',
  action: 'staff.users',
  body: Type.Object(
    { objectApiName: ObjectApiName, id: RecordId, account: AccountName, linked: Type.Boolean(), reason: StaffReason },
    { additionalProperties: false },
  ),
  reply: Type.Array(RecordParty),
});
