import type { ContactDecision } from '#schemas/api/contacts.ts';
import { CONTACT_PRICE } from '#shared/policy/contact-limits.ts';
import { type ContactQuestion, decideContact } from '#shared/policy/contacts.ts';
import type { Decision } from '#shared/policy/decide.ts';
import { decidePlan, type PlanQuestion } from '#shared/policy/plans.ts';
import { PERSONAS } from './personas.ts';

const MANY = 1000;
const FRESH: Omit<ContactQuestion, 'viewer'> = {
  isInWhiteList: false,
  targetUid: 'somebody else',
  isShown: true,
  isBought: false,
  isSeenToday: false,
  usedToday: 0,
  balance: 0,
};

/** Situations in which a user asks for a contact. */
const SITUATIONS: readonly (readonly [string, Partial<ContactQuestion>])[] = [
  ['当日首次查看 · first of the day', {}],
  ['当日已看过 · seen today', { isSeenToday: true, usedToday: MANY }],
  ['已用鲸币查看过 · bought before', { isBought: true, usedToday: MANY }],
  ['次数用完，余额足够 · none left, enough coins', { usedToday: MANY, balance: CONTACT_PRICE }],
  ['次数用完，余额不足 · none left, too few coins', { usedToday: MANY, balance: CONTACT_PRICE - 1 }],
  ['在白名单中 · on the white list', { isInWhiteList: true, usedToday: MANY }],
  ['对方未公开 · hidden by its owner', { isShown: false, isBought: true }],
  ['没有联系方 · nobody to contact', { targetUid: null }],
];

const CONTACT_WORDS: Readonly<Record<ContactDecision, string>> = {
  none: '无联系方 · none',
  closed: '未公开 · closed',
  certify: '先认证 · certify',
  open: '✓',
  free: '✓ 计次 · counted',
  buy: `${CONTACT_PRICE} 鲸币 · coins`,
  topUp: '先充值 · top up',
  quotaUsed: '明日再来 · tomorrow',
};

const MEMBERS = PERSONAS.filter(({ actor }) => actor.id !== null);

/** Rows of what a signed-in user lacks to see a contact. */
export const contactRows = (): string[][] =>
  SITUATIONS.map(([label, situation]) => [
    label,
    ...MEMBERS.map(({ actor }) => CONTACT_WORDS[decideContact({ ...FRESH, ...situation, viewer: actor }).decision]),
  ]);

const PLANS: readonly (readonly [string, Partial<PlanQuestion>])[] = [
  ['未限制 · not restricted', {}],
  ['已限制，未申请 · restricted, not asked', { restricted: true }],
  ['已限制，待回复 · restricted, asked', { restricted: true, state: 'pending' }],
  ['已限制，已同意 · restricted, agreed', { restricted: true, state: 'approved' }],
  ['已限制，已收回 · restricted, taken back', { restricted: true, state: 'revoked' }],
  ['仅自己发送，未收到 · sent only, not sent', { restricted: true, sentOnly: true }],
  ['本企业成员 · one’s own company', { restricted: true, isMember: true }],
];

/** Rows of who may open the plan of a company; `detailOf` is the decision on the details of its record. */
export function planRows(detailOf: (persona: (typeof PERSONAS)[number]) => Decision): string[][] {
  return PLANS.map(([label, situation]) => [
    label,
    ...MEMBERS.map((persona) => {
      const rest = {
        hasBp: true,
        restricted: false,
        sentOnly: false,
        isMember: false,
        state: 'none' as const,
        isBarred: false,
        isTooSoon: false,
      };
      const question: PlanQuestion = { ...rest, ...situation, viewer: persona.actor, detail: detailOf(persona) };
      const { mayOpen, mayRequest, needsVip } = decidePlan(question);
      if (mayOpen) return '✓';
      if (mayRequest) return '可申请 · may ask';
      return needsVip ? 'SVIP' : '—';
    }),
  ]);
}

/** Headings of both: everybody but visitors, who are asked to sign in. */
export const MEMBER_LABELS: readonly string[] = MEMBERS.map(({ label }) => label);
