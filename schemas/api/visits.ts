import { Type, type Static } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { type BodyOf, type QueryOf, type ReplyOf, RecordId, route } from './route.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);
const Count = Type.Integer({ minimum: 0 });

/** What readers learn of a visitor: who it is, where the visitor works, or not even that there was one. */
export const VISIT_MODES = ['open', 'institution', 'private'] as const;
export type VisitMode = (typeof VISIT_MODES)[number];
const Mode = Type.Unsafe<VisitMode>(Type.Union(VISIT_MODES.map((mode) => Type.Literal(mode))));

/** Kinds of investors. OTHER: too few of a kind look for it to be named. */
export const VISITOR_KINDS = ['ORG_INVESTOR', 'COMPANY_INVEST_DEPT', 'PERSONAL_INVESTOR', 'LP'] as const;
export type VisitorKind = (typeof VISITOR_KINDS)[number];
const Kind = Type.Unsafe<VisitorKind | 'OTHER'>(
  Type.Union([...VISITOR_KINDS, 'OTHER' as const].map((kind) => Type.Literal(kind))),
);

/** What led a visitor to the page; `link` is anything else. Their places are what is stored: new ones are added at the end. */
export const VISIT_SOURCES = ['link', 'list', 'matching', 'search', 'alert', 'chat'] as const;
export type VisitSource = (typeof VISIT_SOURCES)[number];
const Source = Type.Unsafe<VisitSource>(Type.Union(VISIT_SOURCES.map((source) => Type.Literal(source))));

/** Viewers below which a group is not named: it joins OTHER. */
export const MIN_GROUP = 5;

/** Whole days of Asia/Shanghai that end today; `all` is as long as visits are kept. */
export const STAT_PERIODS = ['7d', '30d', '90d', '365d', 'all'] as const;
export type StatPeriod = (typeof STAT_PERIODS)[number];
const Period = Type.Unsafe<StatPeriod>(Type.Union(STAT_PERIODS.map((period) => Type.Literal(period))));

/** Days that visits are kept. */
export const VISIT_DAYS = 730;

/** Rows of one page of the statistics. */
export const STAT_PAGE_SIZE = 20;

const Figures = {
  viewers: Count,
  /** Different institutions that are named. */
  institutions: Count,
  /** Viewers who came on more than one day, this time or before. */
  returning: Count,
  opens: Count,
  /** Of a viewer in the period; null where fewer than five were measured. */
  medianSeconds: Type.Union([Count, Type.Null()]),
  /** Viewers whom the founder is in conversation with. */
  contacted: Count,
  /** Viewers who have the business plan. */
  bpSent: Count,
};

const StatRow = Type.Object({
  /** Null where the viewer does not say who it is. */
  uid: Nullable,
  name: Nullable,
  avatar: Nullable,
  investorEntityName: Nullable,
  investorPosition: Nullable,
  investorType: Kind,
  /** Days, YYYY-MM-DD. */
  firstOn: Type.String(),
  lastOn: Type.String(),
  /** Null as `uid`: an instant tells who it was. */
  lastAt: Nullable,
  days: Count,
  opens: Count,
  seconds: Count,
  contacted: Type.Boolean(),
  bpSent: Type.Boolean(),
});

const InstitutionRow = Type.Object({
  investorEntityName: Type.String(),
  viewers: Count,
  /** Names of some of them, those who came last first. */
  people: Type.Array(Type.String()),
  returning: Count,
  lastOn: Type.String(),
  opens: Count,
});

/** Does the institution of a viewer look for the industry of the company? OTHER: it does not say, or is not known. */
const Verdict = Type.Union([Type.Literal('fits'), Type.Literal('misses'), Type.Literal('OTHER')]);

export const viewMyProjectStat = route({
  method: 'GET',
  path: '/api/rong/business/view_my_project_stat',
  summary: 'Investors who looked at a company that one speaks for and its projects, with figures of a period',
  action: 'interest.read',
  query: Type.Object(
    {
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      statPeriod: Type.Optional(Period),
      /** Empty for all. */
      statUserInvestorType: Type.Optional(Type.Union([Kind, Type.Literal('')])),
      /** The company; the first that one speaks for when absent. */
      ccid: Type.Optional(RecordId),
      /** Those who came last, or those who came again, first. */
      sort: Type.Optional(Type.Union([Type.Literal('last'), Type.Literal('returning')])),
      /** Institutions are listed too. */
      by: Type.Optional(Type.Literal('institution')),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    /** The companies to choose from; none where one speaks for none. */
    companies: Type.Array(Type.Object({ ccid: Type.String(), name: Type.String() })),
    ccid: Nullable,
    /** One looks privately oneself, and so does not learn who the others are. */
    isHidden: Type.Boolean(),
    period: Type.Object({
      from: Type.String(),
      to: Type.String(),
      previousFrom: Nullable,
      previousTo: Nullable,
    }),
    summary: Type.Object({ ...Figures, previous: Type.Union([Type.Object(Figures), Type.Null()]) }),
    /** In order, without gaps: each has a day, a week or two weeks, as long as the period is; the last is still running. */
    trend: Type.Array(Type.Object({ from: Type.String(), to: Type.String(), viewers: Count })),
    byType: Type.Array(Type.Object({ type: Kind, viewers: Count })),
    /**
     * Groups of at least MIN_GROUP viewers, then OTHER; none where none is so large. They follow from what the list says of
     * each viewer: the region and the focus are those of the institution that is named there.
     */
    byRegion: Type.Array(Type.Object({ region: Type.String(), viewers: Count })),
    byFocusFit: Type.Array(Type.Object({ verdict: Verdict, viewers: Count })),
    /** By what led the viewer here first in the period. */
    bySource: Type.Array(Type.Object({ source: Type.Union([Source, Type.Literal('OTHER')]), viewers: Count })),
    /** One page of institutions with those of their people who are named; empty unless asked for. */
    institutions: Type.Array(InstitutionRow),
    totalCount: Count,
    data: Type.Array(StatRow),
  }),
});
export type StatQuery = QueryOf<typeof viewMyProjectStat>;
export type VisitStat = ReplyOf<typeof viewMyProjectStat>;
export type StatRow = Static<typeof StatRow>;
export type InstitutionRow = Static<typeof InstitutionRow>;

/** Seconds of one beat at most. */
export const MAX_BEAT_SECONDS = 60;

export const noteStay = route({
  method: 'POST',
  path: '/api/rong/visit/stay',
  summary: 'How long the page of a record was visible, and which of its parts; counts where the page was opened before',
  action: 'visit.manage',
  body: Type.Object(
    {
      objectApiName: ObjectApiName,
      id: RecordId,
      seconds: Type.Integer({ minimum: 1, maximum: MAX_BEAT_SECONDS }),
      /** Labels of parts of the page. */
      sections: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 20 })),
      /** What led here, where the browser knows. */
      source: Type.Optional(Source),
    },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});

const Setting = Type.Object({ mode: Mode });

export const readVisitSetting = route({
  method: 'GET',
  path: '/api/rong/visit/setting',
  summary: 'What others learn of one’s own visits',
  action: 'visit.manage',
  reply: Setting,
});

export const saveVisitSetting = route({
  method: 'POST',
  path: '/api/rong/visit/setting',
  summary: 'Change what others learn of one’s own visits, past ones as well',
  action: 'visit.manage',
  body: Type.Object({ mode: Mode }, { additionalProperties: false }),
  reply: Setting,
});

export const forgetVisit = route({
  method: 'POST',
  path: '/api/rong/visit/{id}/forget',
  summary: 'Delete one’s own visits of a record; those who speak for the company no longer see them either',
  action: 'visit.manage',
  params: Type.Object({ id: RecordId }),
  reply: Type.Null(),
});

export const withdrawVisits = route({
  method: 'POST',
  path: '/api/rong/visit/{id}/withdraw',
  summary: 'Delete one’s own visits of a company and its projects, all at once; `id` is that of any of them',
  action: 'visit.manage',
  params: Type.Object({ id: RecordId }),
  reply: Type.Null(),
});

export const readWorkbench = route({
  method: 'GET',
  path: '/api/rong/investor/workbench',
  summary: 'What an investor looked at and follows up, in numbers of the lists that have it',
  action: 'visit.manage',
  reply: Type.Object({
    /** Records that were looked at, and those of them that have changed since. */
    visited: Count,
    changed: Count,
    /** Looked at again on another day, and not followed up. */
    unfollowed: Count,
    /** Deals by state; those that came to their end are among them. */
    deals: Type.Array(Type.Object({ state: Type.String(), count: Count })),
    /** Deals under way whose next step is due until the day `until`, YYYY-MM-DD. */
    due: Count,
    until: Type.String(),
  }),
});
export type Workbench = ReplyOf<typeof readWorkbench>;

export type Stay = BodyOf<typeof noteStay>;
