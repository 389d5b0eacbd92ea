import { Type, type Static } from 'typebox';
import { MatchRow } from './matching.ts';
import { ListView, RecordRow } from './records.ts';
import { RecordId, route } from './route.ts';

/** Rows of a page of matches at most. */
export const MAX_MATCHES = 50;
/** Option set of why a record does not fit; staff may edit it. */
export const UNFIT_REASONS = 'unfitReason';

/** `likely`: who is active comes first as well. `focused`: only what fits counts. */
const Order = Type.Union([Type.Literal('likely'), Type.Literal('focused')]);
export type MatchOrder = Static<typeof Order>;

const Paging = {
  order: Type.Optional(Order),
  /** Cursor of the page before. */
  after: Type.Optional(Type.String({ minLength: 1, maxLength: 4000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_MATCHES })),
};

/** Why a record is in no list of matches; `unfit`: the user marked it so. */
const HiddenReason = Type.Union([
  Type.Literal('unfit'),
  Type.Literal('held'),
  Type.Literal('advisor'),
  Type.Literal('paused'),
  Type.Literal('over'),
  Type.Literal('currency'),
  Type.Literal('revenue'),
]);
export type HiddenReason = Static<typeof HiddenReason>;

const RankedRow = Type.Intersect([
  MatchRow,
  Type.Object({
    /** The place in the whole list, from 1. */
    place: Type.Integer({ minimum: 1 }),
    /** What the list of the object shows this user of the record. */
    values: RecordRow,
  }),
]);

export const MatchList = Type.Object({
  layout: ListView,
  list: Type.Array(RankedRow),
  total: Type.Integer({ minimum: 0 }),
  after: Type.Union([Type.String(), Type.Null()]),
  /** How many are left out, and why. */
  hidden: Type.Array(Type.Object({ reason: HiddenReason, label: Type.String(), count: Type.Integer({ minimum: 1 }) })),
  /** Why a record may be marked as unfit, for the menu of a row. */
  reasons: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
  /** What is compared: how many deals, on which day, and for whom. */
  basis: Type.Object({
    deals: Type.Integer({ minimum: 0 }),
    on: Type.String(),
    /** The project, or the institution of the investor; null where the investor's is not known. */
    subject: Type.Union([Type.Object({ id: RecordId, name: Type.String() }), Type.Null()]),
    /** Labels of criteria that the subject says nothing of. */
    missing: Type.Array(Type.String()),
  }),
});
export type MatchList = Static<typeof MatchList>;

export const matchInvestors = route({
  method: 'POST',
  path: '/api/rong/matching/investors',
  summary: 'Institutions for a project of a company that one speaks for, the best first, with reasons',
  action: 'matching.read',
  body: Type.Object({ project: RecordId, ...Paging }, { additionalProperties: false }),
  reply: MatchList,
});

export const matchProjects = route({
  method: 'POST',
  path: '/api/rong/matching/projects',
  summary: 'Projects that raise, for an investor, the best first, with reasons',
  action: 'matching.projects',
  body: Type.Object(
    {
      /** What one looks for: a mandate of one's own that is kept, or the values of one that is not; one of the two. */
      mandate: Type.Optional(RecordId),
      draft: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      ...Paging,
    },
    { additionalProperties: false },
  ),
  reply: MatchList,
});

export const giveFeedback = route({
  method: 'POST',
  path: '/api/rong/matching/feedback',
  summary: 'Leave a record out of one’s own lists of matches, or take that back; no one else learns of it',
  action: 'matching.read',
  body: Type.Object(
    {
      /** Whose list it is; without an institution the project that does not fit the investor. */
      project: RecordId,
      /** The institution that does not fit the project. */
      institution: Type.Optional(Type.Union([RecordId, Type.Null()])),
      /** A value of the option set; without one the record is listed again. */
      reason: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()])),
    },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});
