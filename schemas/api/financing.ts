import { type Static, type TObject, Type } from 'typebox';
import { CurrencyValue } from '#schemas/metadata/value.ts';
import { RecordId, route, Version } from './route.ts';
import { StaffReason } from './staff-reason.ts';

/** The state of a financing request: with staff, sent back, raising, paused, concluded, or closed without a deal. */
export type FinancingState = 'pending' | 'returned' | 'raising' | 'paused' | 'done' | 'closed';
/** Changed terms of a published request: with staff, or sent back. */
export type TermsState = 'pending' | 'returned';
/** The deal that a request ended in: with staff, filed as a transaction, or refused. */
export type DealState = 'pending' | 'filed' | 'refused';

const Params = Type.Object({ id: RecordId });
const Seen = Type.Object({ version: Version }, { additionalProperties: false });

/** A step that the founder takes; `version` is that of the request as it was read. */
const step = (path: string, summary: string) =>
  route({
    method: 'POST',
    path: `/api/rong/financing/{id}/${path}`,
    summary,
    action: 'financing.manage',
    params: Params,
    body: Seen,
    reply: Type.Null(),
  });

export const pauseFinancing = step('pause', 'Pause a request that is raising; its project is paused too');
export const resumeFinancing = step('resume', 'Go on raising');
export const closeFinancing = step('close', 'Close a request without a deal, or take back one that is not decided');

export const raiseAgain = route({
  method: 'POST',
  path: '/api/rong/financing/{id}/again',
  summary: 'Begin a new request, as a draft of one’s own, with what an ended one of the company said',
  action: 'financing.manage',
  params: Params,
  reply: Type.Null(),
});

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const Institutions = Type.Array(RecordId, { maxItems: 60, uniqueItems: true });

/** How a request ended, as its founder says. Ids are of institutions. */
export const Conclusion = Type.Object(
  {
    version: Version,
    fundedOn: Day,
    amount: Type.Optional(Type.Union([CurrencyValue, Type.Null()])),
    leads: Type.Optional(Type.Union([Institutions, Type.Null()])),
    follows: Type.Optional(Type.Union([Institutions, Type.Null()])),
    /** Investors that are not in the directory, by name. */
    others: Type.Optional(
      Type.Union([Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 99 }), Type.Null()]),
    ),
    /** Hand the deal in for the directory of transactions. */
    files: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  },
  { additionalProperties: false },
);
export type Conclusion = Static<typeof Conclusion>;

export const concludeFinancing = route({
  method: 'POST',
  path: '/api/rong/financing/{id}/conclude',
  summary: 'End a request with the deal that it led to, and hand that in as a transaction',
  action: 'financing.manage',
  params: Params,
  body: Conclusion,
  reply: Type.Null(),
});

const Approval = Type.Object(
  {
    version: Version,
    /** The known project of the company that the request is for, instead of a new one. */
    project: Type.Optional(Type.Union([RecordId, Type.Null()])),
  },
  { additionalProperties: false },
);
const Refusal = Type.Object({ version: Version, reason: StaffReason }, { additionalProperties: false });

/** A decision of staff on exactly what they read. */
const decision = <B extends TObject>(path: string, summary: string, body: B) =>
  route({
    method: 'POST',
    path: `/api/staff/financing/{id}/${path}`,
    summary,
    action: 'staff.financing',
    params: Params,
    body,
    reply: Type.Null(),
  });

export const approveFinancing = decision(
  'approve',
  'Publish a request as a project that investors find, or changed terms of one',
  Approval,
);
export const returnFinancing = decision(
  'return',
  'Send a request, or changed terms, back with a reason that the founder reads',
  Refusal,
);
export const fileDeal = decision('file', 'File the deal that a request ended in as a transaction', Seen);
export const refuseDeal = decision('refuse', 'Leave a deal out of the directory, with a reason', Refusal);
