import { Type, type Static } from 'typebox';
import { BINDINGS } from '#schemas/bindings.ts';
import { RecordReply } from './records.ts';
import { RecordId, route } from './route.ts';

const nullable = <T extends ReturnType<typeof Type.String>>(type: T) => Type.Union([type, Type.Null()]);
const literals = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>(Type.Union(values.map((value) => Type.Literal(value))));

/** What a person may be certified as; `claim` says that a company which is known here is theirs. */
export const IDENTITY_KINDS = ['investor', 'serviceOrg', 'founder', 'claim'] as const;
export type IdentityKind = (typeof IDENTITY_KINDS)[number];
export const IdentityKind = literals(IDENTITY_KINDS);

/**
 * The state of a submission. EMAIL_PENDING waits for the link in the mail to be opened and only then comes before
 * staff; a certification that staff revoked is in REJECT again.
 */
export const CASE_STATES = ['PENDING', 'EMAIL_PENDING', 'APPROVED', 'REJECT', 'EMAIL_EXPIRED', 'WITHDRAWN'] as const;
export type CaseState = (typeof CASE_STATES)[number];
export const CaseState = literals(CASE_STATES);

/** One submission of a person; its contents are a record of `objectApiName`. */
export const IdentityCase = Type.Object({
  id: RecordId,
  kind: IdentityKind,
  state: CaseState,
  objectApiName: Type.String(),
  recordId: RecordId,
  /** Who or what it is about: the name field of the record. */
  title: Type.String(),
  /** The company that it is about, once there is one. */
  companyId: nullable(Type.String()),
  /** Its name; null where there is none, or no longer. */
  companyName: nullable(Type.String()),
  /** ISO 8601. */
  submittedAt: Type.String(),
  decidedAt: nullable(Type.String()),
  /** What staff said with a refusal. */
  reason: nullable(Type.String()),
  /** Until when the link in the mail can be opened, while it is waited for. */
  emailDueAt: nullable(Type.String()),
  /** Grows with every change of state; a decision names the one it was made on. */
  version: Type.Integer(),
});
export type IdentityCase = Static<typeof IdentityCase>;

export const readCases = route({
  method: 'GET',
  path: '/api/rong/user/audit/detail',
  summary: 'Every submission of this person, newest first, with its state and what staff said',
  action: 'identity.read',
  reply: Type.Object({ list: Type.Array(IdentityCase) }),
});

/** The state of a user as investor or organisation; null where nothing was ever submitted. */
const CertificationState = Type.Object({
  auditStatus: Type.Union([CaseState, Type.Null()]),
  reason: nullable(Type.String()),
});

/** A company that a person speaks for. */
export const OwnCompany = Type.Object({
  /** Id of the InsightCompany record. */
  id: RecordId,
  name: Type.String(),
  position: Type.String(),
  /** Since when, ISO 8601. */
  since: Type.String(),
  /** Owners look after the members. */
  role: literals(['owner', 'editor']),
  /** Certified for it by staff, and not only invited by an owner. */
  certified: Type.Boolean(),
});
export type OwnCompany = Static<typeof OwnCompany>;

export const readIdentity = route({
  method: 'GET',
  path: '/api/user/identity',
  summary: 'Roles of this person, how investor and organisation certification stand, and the companies spoken for',
  action: 'identity.read',
  reply: Type.Object({
    roles: Type.Array(Type.String()),
    /** 2 = certified founder. */
    enterpriser: Type.Integer(),
    serviceOrg: CertificationState,
    investor: CertificationState,
    companies: Type.Array(OwnCompany),
  }),
});

/** What every submission brings: the values of its form, and which refused submission it mends, if one. */
export const Submission = Type.Object(
  {
    /** Chosen by the form, so that a double submit is harmless; the same values are one submission when absent. */
    clientKey: Type.Optional(Type.String({ minLength: 8, maxLength: 64 })),
    values: Type.Record(Type.String(), Type.Unknown()),
    /** A refused, expired or withdrawn submission of one's own that is handed in again. */
    caseId: Type.Optional(RecordId),
  },
  { additionalProperties: false },
);
export type Submission = Static<typeof Submission>;

/** Answer to a form whose `action` is SAVE: it is kept as the person's draft, and nothing was handed in. */
const KeptDraft = Type.Object({ state: Type.Literal('DRAFT'), savedAt: nullable(Type.String()) });

const submission = (path: string, summary: string) =>
  route({
    method: 'POST',
    path,
    summary,
    action: 'identity.submit',
    flatValues: true,
    body: Submission,
    reply: Type.Union([IdentityCase, KeptDraft]),
  });

export const submitInvestor = submission('/api/n/investor/auth', 'Hand in an investor certification');
export const submitServiceOrg = submission('/api/rong/org/auth', 'Hand in a service-organisation certification');
export const submitFounder = submission(
  '/api/rong/company/create/v2',
  'Hand in a new company; approval creates it and makes this person its founder',
);
export const submitClaim = submission('/api/rong/companyUserIdentify', 'Claim a company that is known here');

const CaseParams = Type.Object({ id: RecordId });

export const readCase = route({
  method: 'GET',
  path: '/api/rong/identity/{id}',
  summary: 'One submission of one’s own with the record it handed in; `editable` when it may be handed in again',
  action: 'identity.read',
  params: CaseParams,
  reply: Type.Object({ case: IdentityCase, record: RecordReply }),
});

export const withdrawCase = route({
  method: 'POST',
  path: '/api/rong/identity/{id}/withdraw',
  summary: 'Take back a submission that is not decided',
  action: 'identity.submit',
  params: CaseParams,
  reply: IdentityCase,
});

/** The objects of the forms, whose half-filled values the server keeps, by kind. */
export const IDENTITY_OBJECTS = {
  investor: BINDINGS.investorForm.object,
  serviceOrg: BINDINGS.serviceOrgForm.object,
  founder: BINDINGS.companyForm.object,
  claim: BINDINGS.claimForm.object,
} as const satisfies Record<IdentityKind, string>;

/** The objects of the forms whose half-filled values the server keeps. */
const DraftObject = literals([...Object.values(IDENTITY_OBJECTS), BINDINGS.financing.object]);
/** A company that the draft is about; 0 for none. Only a request for financing is about one. */
const DraftCompany = Type.String({ pattern: '^(0|[1-9]\\d{0,17})$' });
const Values = Type.Record(Type.String(), Type.Unknown());

export const saveDraft = route({
  method: 'POST',
  path: '/api/rong/companyUser/saveCache',
  summary: 'Keep a half-filled form: one for each person, form and company; without values it is forgotten',
  action: 'identity.submit',
  body: Type.Object(
    {
      objectApiName: DraftObject,
      values: Type.Union([Values, Type.Null()]),
      /** The company that it was kept under until now. */
      company: Type.Optional(DraftCompany),
      /** `savedAt` of the draft that the form goes on with, null for a new one; refused where it was kept elsewhere since. */
      seen: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ savedAt: nullable(Type.String()), company: DraftCompany }),
});

export const readDraft = route({
  method: 'GET',
  path: '/api/rong/companyUser/getcompanyMessage',
  summary: 'The half-filled form that the server keeps, if one',
  action: 'identity.read',
  query: Type.Object({
    objectApiName: DraftObject,
    /** Absent for the only company of the user, if there is one. */
    company: Type.Optional(DraftCompany),
  }),
  reply: Type.Object({
    values: Type.Union([Values, Type.Null()]),
    savedAt: nullable(Type.String()),
    company: DraftCompany,
    /** The name of that company; empty for none. */
    companyName: Type.String(),
  }),
});
