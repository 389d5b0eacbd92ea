import { Type, type Static } from 'typebox';
import { ConditionInput } from '#schemas/metadata/condition.ts';
import { FieldApiName, ObjectApiName } from '#schemas/metadata/names.ts';
import { MatchRow } from './matching.ts';
import { ListView } from './list-view.ts';
import { RecordRow } from './records.ts';
import { RecordId, route } from './route.ts';

/** Rows of a page of matches at most. */
export const MAX_MATCHES = 50;
/** Option set of why a record does not fit; staff may edit it. */
export const UNFIT_REASONS = 'unfitReason';

/** `likely`: who is active comes first as well. `focused`: only what fits counts. */
const Order = Type.Union([Type.Literal('likely'), Type.Literal('focused')]);
export type MatchOrder = Static<typeof Order>;

/** Why a record is in no list of matches; `unfit`: the user marked it so. */
const HiddenReason = Type.Union([
  Type.Literal('unfit'),
  Type.Literal('held'),
  Type.Literal('advisor'),
  Type.Literal('paused'),
  Type.Literal('over'),
  Type.Literal('currency'),
  Type.Literal('cheque'),
  Type.Literal('revenue'),
]);
export type HiddenReason = Static<typeof HiddenReason>;

/** How much is made of each criterion, by its key: 0 nothing, 1 as it is, 2 twice. */
export const Weights = Type.Record(
  Type.String({ minLength: 1, maxLength: 40 }),
  Type.Number({ minimum: 0, maximum: 2, multipleOf: 0.5 }),
  { maxProperties: 40 },
);
export type Weights = Static<typeof Weights>;

/** Values of what is not kept: judged as they would be for a record. */
const Draft = Type.Record(Type.String(), Type.Unknown());

const Paging = {
  order: Type.Optional(Order),
  /** Which records are ranked: a condition and a keyword, as a list of the object has them. */
  filter: Type.Optional(ConditionInput),
  keyword: Type.Optional(Type.String({ maxLength: 100 })),
  /** Fields of the rows; those of the layout when absent. */
  fields: Type.Optional(Type.Array(FieldApiName, { maxItems: 100 })),
  /** Gates that are lifted this once. */
  lift: Type.Optional(Type.Array(HiddenReason, { maxItems: 10 })),
  /** Only what this gate leaves out. */
  only: Type.Optional(HiddenReason),
  weights: Type.Optional(Weights),
  /** Cursor of the page before. */
  after: Type.Optional(Type.String({ minLength: 1, maxLength: 4000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_MATCHES })),
};

/** A mark that holds no more: what it was about has changed, or it is older than half a year. */
const Lapsed = Type.Object({
  why: Type.Union([Type.Literal('changed'), Type.Literal('aged')]),
  /** The reason that was given, in words. */
  reason: Type.String(),
});

const RankedRow = Type.Intersect([
  MatchRow,
  Type.Object({
    /** The place in the whole list, from 1. */
    place: Type.Integer({ minimum: 1 }),
    /** What the list of the object shows this user of the record. */
    values: RecordRow,
    /** The user had marked the record as unfit. */
    lapsed: Type.Optional(Lapsed),
    /** The record that leads to a user who may be written to: the row itself, or one of the institution's people. */
    contact: Type.Optional(Type.Object({ objectApiName: ObjectApiName, id: RecordId })),
  }),
]);

export const MatchList = Type.Object({
  layout: ListView,
  list: Type.Array(RankedRow),
  total: Type.Integer({ minimum: 0 }),
  after: Type.Union([Type.String(), Type.Null()]),
  /** How many are left out, and why; `lifted`: they are in the list this once. */
  hidden: Type.Array(
    Type.Object({
      reason: HiddenReason,
      label: Type.String(),
      count: Type.Integer({ minimum: 1 }),
      lifted: Type.Optional(Type.Boolean()),
    }),
  ),
  /** Criteria with what is made of each this time. */
  weights: Type.Array(Type.Object({ key: Type.String(), label: Type.String(), weight: Type.Number() })),
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
    /** How many of those in the list can be judged by what the subject says: they have deals or words of their own to it. */
    judged: Type.Integer({ minimum: 0 }),
  }),
});
export type MatchList = Static<typeof MatchList>;

export const matchInvestors = route({
  method: 'POST',
  path: '/api/rong/matching/investors',
  summary:
    'Institutions for a project or a request of a company that one speaks for, or for a draft that is kept nowhere, the best first, with reasons',
  action: 'matching.read',
  body: Type.Object(
    {
      /** What is matched: one of the three. */
      project: Type.Optional(RecordId),
      request: Type.Optional(RecordId),
      draft: Type.Optional(Draft),
      ...Paging,
    },
    { additionalProperties: false },
  ),
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
      draft: Type.Optional(Draft),
      ...Paging,
    },
    { additionalProperties: false },
  ),
  reply: MatchList,
});

/** A project or a request that one may match institutions for. */
const Subject = Type.Object({
  kind: Type.Union([Type.Literal('project'), Type.Literal('request')]),
  id: RecordId,
  name: Type.String(),
});

export const matchSubjects = route({
  method: 'GET',
  path: '/api/rong/matching/subjects',
  summary: 'Projects and requests of the companies that one speaks for, which institutions may be ranked for',
  action: 'matching.read',
  reply: Type.Object({ list: Type.Array(Subject) }),
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
