import type { PlanRequestState } from '#schemas/api/plans.ts';
import { planRequests } from '#schemas/generated/api/plans.ts';
import { listRecords } from '#schemas/generated/api/records.ts';
import type { CaseState } from '#schemas/api/identity.ts';
import { readCases } from '#schemas/generated/api/identity.ts';
import { KIND_LABELS, STATE_LABELS as CASE_LABELS, subjectOf } from '#client/features/identity/identity-labels.ts';
import { personalPath } from '#client/features/account/profile/pages.ts';
import type { RequestRow, RequestSource } from '#client/features/account/profile/requests-store.ts';
import { hashAddress } from '#client/lib/router.ts';
import type { AppStores } from '#client/app/base/stores.ts';

type Tone = RequestRow['tone'];

const CASE_TONES: Readonly<Record<CaseState, Tone>> = {
  PENDING: 'warn',
  EMAIL_PENDING: 'warn',
  APPROVED: 'good',
  REJECT: 'bad',
  EMAIL_EXPIRED: 'bad',
  WITHDRAWN: undefined,
};
const PLAN_TONES: Readonly<Record<PlanRequestState, Tone>> = {
  pending: 'warn',
  approved: 'good',
  refused: 'bad',
  revoked: 'bad',
  expired: undefined,
};
const PLAN_LABELS: Readonly<Record<PlanRequestState, string>> = {
  pending: '待处理',
  approved: '已同意',
  refused: '未同意',
  revoked: '已收回',
  expired: '已到期',
};
/** Of each kind so many are shown here; the rest are on their own pages. */
const SHOWN = 5;

/** The kinds of requests that a person makes, read where each is kept. */
export function requestSources({ api }: Pick<AppStores, 'api'>): RequestSource[] {
  const cases = async (): Promise<RequestRow[]> => {
    const { list } = await api.call(readCases);
    return list.slice(0, SHOWN).map((one) => ({
      id: one.id,
      title: subjectOf(one),
      note: KIND_LABELS[one.kind].label + (one.reason === null ? '' : `：${one.reason}`),
      state: CASE_LABELS[one.state].label,
      tone: CASE_TONES[one.state],
      at: one.submittedAt,
    }));
  };
  const plans = async (): Promise<RequestRow[]> => {
    const { list } = await api.call(planRequests, { query: { side: 'sent' } });
    return list.slice(0, SHOWN).map(({ id, companyName, message, state, createdAt: at }) => ({
      id,
      title: companyName,
      note: message || '申请查看商业计划书',
      state: PLAN_LABELS[state],
      tone: PLAN_TONES[state],
      at,
    }));
  };
  const corrections = async (): Promise<RequestRow[]> => {
    const body = { objectApiName: 'OwnCorrection', fields: ['name', 'reason', 'state', 'proposedAt'], pageSize: SHOWN };
    const { layout, list } = await api.call(listRecords, { body });
    const states = layout?.fields.find(({ apiName }) => apiName === 'state')?.selectOptions ?? [];
    const stateOf = (value: unknown) => states.find((option) => option.value === value);
    return list.map(({ id, name, reason, state, proposedAt }) => ({
      id,
      title: String(name),
      note: String(reason),
      state: stateOf(state)?.label ?? '',
      tone: stateOf(state)?.tone,
      at: String(proposedAt),
    }));
  };
  return [
    { title: '身份认证', empty: '还没有提交过认证。', href: hashAddress(personalPath('identity')), read: cases },
    { title: 'BP申请', empty: '还没有申请过商业计划书。', href: hashAddress(personalPath('plans')), read: plans },
    { title: '数据纠错', empty: '还没有提出过纠错。', href: hashAddress('/corrections'), read: corrections },
  ];
}
