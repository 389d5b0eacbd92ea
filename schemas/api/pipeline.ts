import { Type } from 'typebox';
import { CurrencyValue } from '#schemas/metadata/value.ts';
import { type BodyOf, RecordId, route, Version } from './route.ts';

/** How far a company is with an institution, from first to last; the last four end it, and may be taken back. */
export const COMPANY_STATES = [
  'todo',
  'contacted',
  'planSent',
  'meeting',
  'diligence',
  'terms',
  'committed',
  'invested',
  'declined',
  'silent',
] as const;
/** How far an investor is with a company or project. */
export const INVESTOR_STATES = ['watching', 'considering', 'committed', 'invested', 'declined'] as const;
export type PipelineState = (typeof COMPANY_STATES)[number] | (typeof INVESTOR_STATES)[number];
const State = Type.Unsafe<PipelineState>(
  Type.Union([...new Set<PipelineState>([...COMPANY_STATES, ...INVESTOR_STATES])].map((state) => Type.Literal(state))),
);

/** Why one side said no. */
export const DECLINE_REASONS = [
  'industry',
  'stage',
  'valuation',
  'team',
  'rivals',
  'timing',
  'silent',
  'other',
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** Whose list an entry is on: a company's, which all who speak for it share, or an investor's own. */
export type PipelineSide = 'company' | 'investor';
/** What moved an entry: a user, a plan that was delivered, the first answer, or a move that was taken back. */
export type PipelineCause = 'hand' | 'plan' | 'answer' | 'undo';

const optional = <T extends ReturnType<typeof Type.String>>(type: T) => Type.Optional(Type.Union([type, Type.Null()]));
const Day = Type.Union([Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), Type.Null()]);
const ClientKey = Type.String({ minLength: 8, maxLength: 64 });
const PLAN = {
  amount: Type.Optional(Type.Union([CurrencyValue, Type.Null()])),
  nextStep: optional(Type.String({ maxLength: 100 })),
  nextOn: Type.Optional(Day),
  note: optional(Type.String({ maxLength: 1000 })),
};

export const addInstitution = route({
  method: 'POST',
  path: '/api/rong/pipeline/institution',
  summary: 'Follow up an institution for a company that one speaks for',
  action: 'pipeline.manage',
  body: Type.Object(
    {
      clientKey: ClientKey,
      /** May be absent where one speaks for exactly one company. */
      company: optional(RecordId),
      institution: optional(RecordId),
      /** An institution that is not in the directory. */
      institutionName: optional(Type.String({ maxLength: 60 })),
      nextStep: PLAN.nextStep,
      nextOn: PLAN.nextOn,
      note: PLAN.note,
    },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});

export const addDeal = route({
  method: 'POST',
  path: '/api/rong/pipeline/deal',
  summary: 'Follow up a company or a project as an investor; the list is one’s own',
  action: 'pipeline.manage',
  body: Type.Object(
    {
      clientKey: ClientKey,
      company: optional(RecordId),
      project: optional(RecordId),
      nextStep: PLAN.nextStep,
      nextOn: PLAN.nextOn,
      note: PLAN.note,
    },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});

const Params = Type.Object({ id: RecordId });
const Seen = Type.Object({ version: Version }, { additionalProperties: false });

export const planContact = route({
  method: 'POST',
  path: '/api/rong/pipeline/{id}/plan',
  summary: 'Change amount, next step and note of an entry; what is absent stays',
  action: 'pipeline.manage',
  params: Params,
  body: Type.Object({ version: Version, ...PLAN }, { additionalProperties: false }),
  reply: Type.Null(),
});

export const moveContact = route({
  method: 'POST',
  path: '/api/rong/pipeline/{id}/move',
  summary: 'Move an entry to another state; a refusal needs its reason, a commitment its amount',
  action: 'pipeline.manage',
  params: Params,
  body: Type.Object(
    {
      version: Version,
      state: State,
      reason: Type.Optional(
        Type.Unsafe<DeclineReason | null>(
          Type.Union([...DECLINE_REASONS.map((reason) => Type.Literal(reason)), Type.Null()]),
        ),
      ),
      amount: PLAN.amount,
    },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});

/** A step on an entry as it was read. */
const step = (path: string, summary: string) =>
  route({
    method: 'POST',
    path: `/api/rong/pipeline/{id}/${path}`,
    summary,
    action: 'pipeline.manage',
    params: Params,
    body: Seen,
    reply: Type.Null(),
  });

export const undoMove = step('undo', 'Take the last move of an entry back');
export const takeContact = step('take', 'See to an entry of a company oneself');
export const dropContact = step('drop', 'Take an entry off the list');

export type NewInstitution = BodyOf<typeof addInstitution>;
export type NewDeal = BodyOf<typeof addDeal>;
export type ContactPlan = BodyOf<typeof planContact>;
export type ContactMove = BodyOf<typeof moveContact>;
