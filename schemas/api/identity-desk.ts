import { Type, type Static } from 'typebox';
import { Candidate } from './duplicates.ts';
import { CaseState, IdentityCase, IdentityKind } from './identity.ts';
import { RecordReply } from './records.ts';
import { RecordId, route, Version } from './route.ts';
import { StaffReason } from './staff-reason.ts';

const nullable = <T extends ReturnType<typeof Type.String>>(type: T) => Type.Union([type, Type.Null()]);

/** A submission as it is in the review queue. */
export const DeskCase = Type.Intersect([IdentityCase, Type.Object({ applicant: Type.String() })]);
export type DeskCase = Static<typeof DeskCase>;

export const DeskPage = Type.Object({
  list: Type.Array(DeskCase),
  /** Where the next page begins; null behind the last one. */
  after: nullable(Type.String()),
  /** How many there are in all, counted up to COUNT_LIMIT. */
  total: Type.Integer(),
  totalIsExact: Type.Boolean(),
});
export type DeskPage = Static<typeof DeskPage>;

export const deskQueue = route({
  method: 'GET',
  path: '/api/rong/staff/identity',
  summary: 'Submissions of everybody, oldest first',
  action: 'identity.audit',
  personal: { kind: 'identity' },
  query: Type.Object({
    state: Type.Optional(CaseState),
    kind: Type.Optional(IdentityKind),
    after: Type.Optional(Type.String({ maxLength: 80 })),
  }),
  reply: DeskPage,
});

export const CASE_EVENTS = [
  'submitted',
  'resubmitted',
  'emailVerified',
  'emailExpired',
  'approved',
  'rejected',
  'revoked',
  'withdrawn',
  'left',
] as const;
export type CaseEventName = (typeof CASE_EVENTS)[number];

/** One thing that happened to a submission. */
const CaseEvent = Type.Object({
  at: Type.String(),
  /** Who did it; the platform when no user did. */
  actor: Type.String(),
  event: Type.Unsafe<CaseEventName>(Type.Union(CASE_EVENTS.map((name) => Type.Literal(name)))),
  state: CaseState,
  reason: nullable(Type.String()),
});

/** A record that an investor may belong to. */
const LinkCandidate = Type.Object({ id: RecordId, name: Type.String(), hint: Type.String() });
export type LinkCandidate = Static<typeof LinkCandidate>;

/** A submission with all that a decision rests on. */
export const DeskDossier = Type.Object({
  case: DeskCase,
  record: RecordReply,
  /** The work address that was named, as `z***@example.com`, and when it was proved; null where none was. */
  email: Type.Union([Type.Object({ address: Type.String(), verifiedAt: nullable(Type.String()) }), Type.Null()]),
  applicant: Type.Object({
    uid: RecordId,
    name: Type.String(),
    roles: Type.Array(Type.String()),
    /** When the account was made. */
    since: Type.String(),
    /** Other submissions of the same person. */
    others: Type.Array(IdentityCase),
  }),
  events: Type.Array(CaseEvent),
  /** Others who claimed the same company, or handed in one of the same name or code. */
  alike: Type.Array(DeskCase),
  /** Of a new company: the company of the same name that is known already. */
  known: Type.Union([Type.Object({ id: RecordId, name: Type.String() }), Type.Null()]),
  /**
   * Records that look like what waits: companies like a new one, other records of a company that is claimed, institutions
   * like the one that was typed. The surest first.
   */
  lookalikes: Type.Array(Candidate),
  /** Of an investor who waits: records of the institution that was typed, and of investors of the same name. */
  institutions: Type.Array(LinkCandidate),
  investors: Type.Array(LinkCandidate),
});
export type DeskDossier = Static<typeof DeskDossier>;

const CaseParams = Type.Object({ id: RecordId });

export const readDossier = route({
  method: 'GET',
  path: '/api/rong/staff/identity/{id}',
  summary: 'One submission with its record, applicant, history and the like of it',
  action: 'identity.audit',
  personal: { kind: 'identity', by: 'id' },
  params: CaseParams,
  reply: DeskDossier,
});

export const approveCase = route({
  method: 'POST',
  path: '/api/rong/staff/identity/{id}/approve',
  summary: 'Approve what was read: the person gets the role, and the company where it is about one',
  action: 'identity.audit',
  params: CaseParams,
  body: Type.Object(
    {
      version: Version,
      /** The version of the record that was read. */
      recordVersion: Version,
      /** Of a new company: the known company that it is, instead of making another. */
      linkTo: Type.Optional(RecordId),
      /** Of an investor: the institution and the record that the account belongs to. */
      institution: Type.Optional(RecordId),
      investor: Type.Optional(RecordId),
    },
    { additionalProperties: false },
  ),
  reply: DeskDossier,
});

export const rejectCase = route({
  method: 'POST',
  path: '/api/rong/staff/identity/{id}/reject',
  summary: 'Refuse a submission with a reason that the person reads',
  action: 'identity.audit',
  params: CaseParams,
  body: Type.Object({ version: Version, reason: StaffReason }, { additionalProperties: false }),
  reply: DeskDossier,
});

export const revokeCase = route({
  method: 'POST',
  path: '/api/rong/staff/identity/{id}/revoke',
  summary: 'Take an approval back with a reason; the role and the company go with it',
  action: 'identity.audit',
  params: CaseParams,
  body: Type.Object({ version: Version, reason: StaffReason }, { additionalProperties: false }),
  reply: DeskDossier,
});
