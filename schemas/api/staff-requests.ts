import { Type } from 'typebox';
import type { Duty } from '#schemas/metadata/duty.ts';
import { RecordId, route } from './route.ts';
import { StaffReason } from './staff-reason.ts';

/** What one member of staff asks for and another approves, with the duty that both take. */
export const REQUEST_DUTIES = {
  coins: 'money',
  vip: 'money',
  codes: 'money',
  duties: 'access',
} as const satisfies Readonly<Record<string, Duty>>;
export type RequestKind = keyof typeof REQUEST_DUTIES;

export const REQUEST_STATES = ['open', 'approved', 'rejected', 'withdrawn', 'lapsed'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** Days that a request can be decided on. */
export const REQUEST_DAYS = 7;

const RequestParams = Type.Object({ id: RecordId });

export const approveRequest = route({
  method: 'POST',
  path: '/api/staff/requests/{id}/approve',
  summary: 'Approve what another member of staff asked for: it takes effect at once',
  action: 'staff.decide',
  params: RequestParams,
  reply: Type.Null(),
});

export const rejectRequest = route({
  method: 'POST',
  path: '/api/staff/requests/{id}/reject',
  summary: 'Refuse what another member of staff asked for',
  action: 'staff.decide',
  params: RequestParams,
  body: Type.Object({ reason: StaffReason }, { additionalProperties: false }),
  reply: Type.Null(),
});

export const withdrawRequest = route({
  method: 'POST',
  path: '/api/staff/requests/{id}/withdraw',
  summary: 'Take back what one asked for oneself',
  action: 'staff.decide',
  params: RequestParams,
  reply: Type.Null(),
});
