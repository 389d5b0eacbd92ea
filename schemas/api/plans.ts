import { Type, type Static, type TObject } from 'typebox';
import { FileValue } from '#schemas/metadata/value.ts';
import { RecordReply } from './records.ts';
import { RecordId, route } from './route.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);

/** `revoked`: taken back by the company; `expired`: its days are over. */
export const PLAN_REQUEST_STATES = ['pending', 'approved', 'refused', 'revoked', 'expired'] as const;
export type PlanRequestState = (typeof PLAN_REQUEST_STATES)[number];
const planState = <Extra extends string>(...extra: Extra[]) =>
  Type.Unsafe<PlanRequestState | Extra>(
    Type.Union([...PLAN_REQUEST_STATES, ...extra].map((state) => Type.Literal(state))),
  );

/** Shown to readers of a plan that no copy with a watermark can be made of. */
export const UNFIT_PLAN = '该企业的BP暂时无法加水印，需由企业重新上传PDF后才能查看';

/** The business plan of a company as far as this person may have it. */
export const Plan = Type.Object({
  hasBp: Type.Boolean(),
  /** Only those whose request was accepted may open it. */
  restricted: Type.Boolean(),
  /** Only those whom the company sent it to may open it: it is not asked for. */
  sentOnly: Type.Boolean(),
  /** What became of this person's request. */
  state: planState('none'),
  /** Until when this person may open it, ISO 8601; null for no end. */
  expiresAt: Nullable,
  /** Present when this person may open the plan: `readPlanFile`, which asks again each time. */
  address: Type.Optional(Type.String()),
  fileName: Type.Optional(Type.String()),
  /** This person may ask for the plan now. */
  mayRequest: Type.Boolean(),
  /** The plan is open to investors and SVIP only, and this person is neither. */
  needsVip: Type.Boolean(),
  /** No copies with a watermark can be made of the file, so that it is given to no one outside: the company has to upload a PDF. */
  isUnfit: Type.Boolean(),
  /** This person speaks for the company. */
  isMember: Type.Boolean(),
});
export type Plan = Static<typeof Plan>;

export const readPlan = route({
  method: 'GET',
  path: '/api/rong/plan',
  summary: 'The business plan of a company: whether there is one, whether it is open, and where',
  action: 'plan.request',
  query: Type.Object({ ccid: RecordId }, { additionalProperties: false }),
  reply: Plan,
});

export const requestPlan = route({
  method: 'POST',
  path: '/api/rong/plan/request',
  summary: 'Ask for the business plan of a company',
  action: 'plan.request',
  body: Type.Object(
    { ccid: RecordId, message: Type.Optional(Type.String({ maxLength: 200 })) },
    { additionalProperties: false },
  ),
  reply: Plan,
});

export const PlanRequest = Type.Object({
  id: Type.String(),
  ccid: Type.String(),
  companyName: Type.String(),
  /** Who asks; of a delivery, who received the plan. */
  uid: Type.String(),
  name: Type.String(),
  identityRoles: Type.Array(Type.String()),
  message: Type.String(),
  state: planState<never>(),
  createdAt: Type.String(),
  decidedAt: Nullable,
  expiresAt: Nullable,
});
export type PlanRequest = Static<typeof PlanRequest>;

/** Requests to one's own companies, those that one made, and plans that one delivered in a conversation. */
export const PLAN_REQUEST_SIDES = ['received', 'sent', 'delivered'] as const;
export type PlanRequestSide = (typeof PLAN_REQUEST_SIDES)[number];

export const planRequests = route({
  method: 'GET',
  path: '/api/rong/plan/requests',
  summary:
    'Requests for the plans of one’s companies, those that one made oneself, or the plans that one delivered; newest first',
  action: 'plan.decide',
  query: Type.Object(
    {
      side: Type.Optional(
        Type.Unsafe<PlanRequestSide>(Type.Union(PLAN_REQUEST_SIDES.map((side) => Type.Literal(side)))),
      ),
      after: Type.Optional(RecordId),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ list: Type.Array(PlanRequest), after: Nullable }),
});

/** For how many days a plan may be read. */
const Days = Type.Integer({ minimum: 1, maximum: 365 });
export const PLAN_DAYS = 30;

export const decidePlanRequest = route({
  method: 'POST',
  path: '/api/rong/plan/requests/{id}/decide',
  summary: 'Accept or refuse a request for the plan of one’s company',
  action: 'plan.decide',
  params: Type.Object({ id: RecordId }),
  body: Type.Object({ accept: Type.Boolean(), days: Type.Optional(Days) }, { additionalProperties: false }),
  reply: PlanRequest,
});

const ReaderParams = Type.Object({ ccid: RecordId, uid: RecordId });
const reader = <Body extends TObject>(step: string, summary: string, body: Body) =>
  route({
    method: 'POST',
    path: `/api/rong/plan/readers/{ccid}/{uid}/${step}`,
    summary,
    action: 'plan.decide',
    params: ReaderParams,
    body,
    reply: Type.Null(),
  });

export const revokePlan = reader(
  'revoke',
  'Take the plan of one’s company back from a reader, at once',
  Type.Object({}, { additionalProperties: false }),
);
export const extendPlan = reader(
  'extend',
  'Let a user who read or asked for the plan of one’s company read it for so many days from now on',
  Type.Object({ days: Days }, { additionalProperties: false }),
);

export const readPlanFile = route({
  method: 'GET',
  path: '/files/plan/{ccid}',
  summary: 'The plan of a company itself; each time it is asked whether this person may open it, and noted that it was',
  action: 'plan.request',
  personal: { kind: 'plan', by: 'ccid' },
  params: Type.Object({ ccid: RecordId }),
  reply: Type.Unknown(),
});

export const editCompany = route({
  method: 'POST',
  path: '/api/rong/company/edit',
  summary: 'Change the plan, the picture or the introduction of a company one speaks for; null clears',
  action: 'contact.settings',
  body: Type.Object(
    {
      ccid: RecordId,
      bp: Type.Optional(Type.Union([FileValue, Type.Null()])),
      /** The picture at the head of the company's page. */
      header: Type.Optional(Type.Union([FileValue, Type.Null()])),
      introduce: Type.Optional(Type.Union([Type.String({ maxLength: 5000 }), Type.Null()])),
    },
    { additionalProperties: false },
  ),
  reply: Plan,
});

export const requestFinancing = route({
  method: 'POST',
  path: '/api/rong/company/{ccid}/finance/v2',
  summary: 'File a financing request for a company that one speaks for',
  action: 'record.create',
  flatValues: true,
  params: Type.Object({ ccid: RecordId }),
  body: Type.Object(
    {
      /** Chosen by the form, so that a double submit is harmless; the same values make one request when absent. */
      clientKey: Type.Optional(Type.String({ minLength: 8, maxLength: 64 })),
      /** Fields of a FinancingRequest; the company is the one of the address. */
      values: Type.Record(Type.String(), Type.Unknown()),
    },
    { additionalProperties: false },
  ),
  reply: RecordReply,
});
