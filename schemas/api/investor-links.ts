import { Type } from 'typebox';
import { RecordId, route, Version } from './route.ts';
import { StaffReason } from './staff-reason.ts';

const Params = Type.Object({ account: RecordId });
const Choice = Type.Optional(Type.Union([RecordId, Type.Null()]));

export const linkInvestor = route({
  method: 'POST',
  path: '/api/staff/investorLinks/{account}',
  summary:
    'Decide which institution and which record of an investor a certified account belongs to; what is absent stays',
  action: 'identity.audit',
  params: Params,
  body: Type.Object(
    {
      version: Version,
      /** An InsightOrg record; null for none. */
      institution: Choice,
      /** An InsightInvestor record; null for none. */
      investor: Choice,
      reason: StaffReason,
    },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});

export const unlinkInvestor = route({
  method: 'POST',
  path: '/api/staff/investorLinks/{account}/end',
  summary: 'Take an account off its institution and its record of an investor',
  action: 'identity.audit',
  params: Params,
  body: Type.Object({ version: Version, reason: StaffReason }, { additionalProperties: false }),
  reply: Type.Null(),
});
