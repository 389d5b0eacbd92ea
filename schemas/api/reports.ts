import { Type, type Static } from 'typebox';
import { StaffReason } from './staff-reason.ts';
import { MAX_INTEGER, RecordId, route } from './route.ts';

const Seq = Type.Integer({ minimum: 1, maximum: MAX_INTEGER });
const nullable = <T extends ReturnType<typeof Type.String>>(type: T) => Type.Union([type, Type.Null()]);

/** Option set of what a person can be reported for; staff may edit it. */
export const REPORT_TYPES = 'reportType';
/** Types and pictures of one report at most, and characters of its reason. */
export const MAX_REPORT_TYPES = 3;
export const MAX_REPORT_IMAGES = 3;
export const MAX_REPORT_REASON = 100;
/** Messages that one report brings as evidence, at most. */
export const MAX_EVIDENCE = 200;
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
      /** First and last message that the reporter had on screen, by their number in the conversation of the two. */
      fromSeq: Type.Optional(Seq),
      toSeq: Type.Optional(Seq),
      source: Type.Literal(REPORT_SOURCE),
    },
    { additionalProperties: false },
  ),
  /** `name` is of the person reported, for the words that thank. */
  reply: Type.Object({ id: Type.String(), name: Type.String() }),
});

export type ReportState = 'open' | 'handled' | 'dismissed';

export const decideReport = route({
  method: 'POST',
  path: '/api/staff/reports/{id}/decide',
  summary: 'Close a report as handled or dismissed, freezing the account where need be',
  action: 'staff.reports',
  params: Type.Object({ id: RecordId }),
  body: Type.Object(
    {
      decision: Type.Union([Type.Literal('handled'), Type.Literal('dismissed')]),
      note: StaffReason,
      freeze: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});

/** A message as staff see it for a report. */
export const EvidenceMessage = Type.Object({
  seq: Type.Integer(),
  /** Who wrote it. */
  uid: Type.String(),
  name: Type.String(),
  /** As `MESSAGE_TYPES` has it; what an exchange gave is in no message. */
  type: Type.Integer(),
  content: Type.String(),
  timeStamp: Type.String(),
  /** When its writer took it back; what it said is here all the same. */
  recalledAt: nullable(Type.String()),
});
export type EvidenceMessage = Static<typeof EvidenceMessage>;

export const Evidence = Type.Object({
  /** Name of who made the report. */
  reporter: Type.String(),
  /** uid of whom it is about. */
  reported: Type.String(),
  list: Type.Array(EvidenceMessage),
});
export type Evidence = Static<typeof Evidence>;

export const readEvidence = route({
  method: 'GET',
  path: '/api/staff/reports/{id}/evidence',
  summary: 'The messages that a report is about; that somebody looked goes into the log',
  action: 'staff.reports',
  personal: { kind: 'report', by: 'id', logsItself: true },
  params: Type.Object({ id: RecordId }),
  reply: Evidence,
});
