import { Type, type Static } from 'typebox';
import { MAX_REASON } from './staff.ts';
import { RecordId, route } from './route.ts';

const nullable = <T extends ReturnType<typeof Type.String>>(type: T) => Type.Union([type, Type.Null()]);

/** Option set of what a person can be reported for; staff may edit it. */
export const REPORT_TYPES = 'reportType';
/** Types and pictures of one report at most, and characters of its reason. */
export const MAX_REPORT_TYPES = 3;
export const MAX_REPORT_IMAGES = 3;
export const MAX_REPORT_REASON = 100;
/** Where all reports come from. */
const REPORT_SOURCE = 7;

export const fileReport = route({
  method: 'POST',
  path: '/api/rong/reportAdd',
  summary: 'Report a person to staff',
  action: 'report.file',
  // The limits that the form shows are judged by the service, in the form's own words; these only bound the size.
  body: Type.Object(
    {
      /** uid of the person reported. */
      beReportId: RecordId,
      /** Labels of the option set. */
      reportType: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 })),
      reportReason: Type.Optional(Type.String({ maxLength: 2000 })),
      /** Addresses of pictures that were uploaded here. */
      img: Type.Optional(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 20 })),
      source: Type.Literal(REPORT_SOURCE),
    },
    { additionalProperties: false },
  ),
  /** `name` is of the person reported, for the words that thank. */
  reply: Type.Object({ id: Type.String(), name: Type.String() }),
});

export const REPORT_STATES = ['open', 'handled', 'dismissed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];
const State = Type.Unsafe<ReportState>(Type.Union(REPORT_STATES.map((state) => Type.Literal(state))));

const Person = Type.Object({ uid: Type.String(), name: Type.String() });

/** A report as staff see it; the reported person never learns who it came from. */
export const StaffReport = Type.Object({
  id: Type.String(),
  reporter: Person,
  reported: Type.Object({ ...Person.properties, frozen: Type.Boolean(), openReports: Type.Integer() }),
  /** Labels as the option set has them today. */
  types: Type.Array(Type.String()),
  reason: Type.String(),
  images: Type.Array(Type.String()),
  state: State,
  createdAt: Type.String(),
  decidedAt: nullable(Type.String()),
  decidedBy: nullable(Type.String()),
  note: nullable(Type.String()),
  /** The account was frozen with the decision. */
  froze: Type.Boolean(),
});
export type StaffReport = Static<typeof StaffReport>;

export const listReports = route({
  method: 'GET',
  path: '/api/staff/reports',
  summary: 'Reports: the open ones oldest first, the others newest first',
  action: 'staff.reports',
  query: Type.Object({
    state: Type.Optional(State),
    /** Only those about this person. */
    reported: Type.Optional(RecordId),
    after: Type.Optional(RecordId),
  }),
  reply: Type.Object({ list: Type.Array(StaffReport), after: nullable(Type.String()) }),
});

export const decideReport = route({
  method: 'POST',
  path: '/api/staff/reports/{id}/decide',
  summary: 'Close a report as handled or dismissed, freezing the account where need be',
  action: 'staff.reports',
  params: Type.Object({ id: RecordId }),
  body: Type.Object(
    {
      decision: Type.Union([Type.Literal('handled'), Type.Literal('dismissed')]),
      note: Type.String({ minLength: 2, maxLength: MAX_REASON, pattern: '\\S[\\s\\S]*\\S' }),
      freeze: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: StaffReport,
});
