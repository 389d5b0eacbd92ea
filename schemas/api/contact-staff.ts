import { Type } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { RecordId, route } from './route.ts';
import { StaffReason } from './staff-reason.ts';

export const changeWhiteList = route({
  method: 'POST',
  path: '/api/staff/whiteList',
  summary: 'Put an investor on the white list, or take one off',
  action: 'staff.contacts',
  body: Type.Object(
    { account: RecordId, listed: Type.Boolean(), reason: StaffReason },
    { additionalProperties: false },
  ),
  reply: Type.Object({ uid: Type.String(), listed: Type.Boolean() }),
});

export const changeRecordParty = route({
  method: 'POST',
  path: '/api/staff/recordParty',
  summary: 'Make an account the contact of a record, or end that',
  action: 'staff.contacts',
  body: Type.Object(
    {
      objectApiName: ObjectApiName,
      recordId: RecordId,
      account: RecordId,
      linked: Type.Boolean(),
      reason: StaffReason,
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ uid: Type.String(), linked: Type.Boolean() }),
});
