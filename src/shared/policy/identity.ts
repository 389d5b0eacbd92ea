import type { CaseState, IdentityKind } from '#schemas/api/identity.ts';
import { INVESTOR_ROLES, ORGANISATION_ROLES } from './actor.ts';

const FOUNDER = 'START_UP';
const FOUNDER_ROLES: ReadonlySet<string> = new Set([FOUNDER]);

/** What can happen to a submission, by the person, by staff or by the clock. */
export const CASE_ACTIONS = [
  'resubmit',
  'withdraw',
  'verifyEmail',
  'expire',
  'approve',
  'reject',
  'revoke',
  'leave',
] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

type Moves = Readonly<Partial<Record<CaseAction, CaseState>>>;

const AGAIN: Moves = { resubmit: 'PENDING' };

/** Where each action leads from each state. What is not here cannot happen. */
const TRANSITIONS: Readonly<Record<CaseState, Moves>> = {
  PENDING: { withdraw: 'WITHDRAWN', approve: 'APPROVED', reject: 'REJECT' },
  EMAIL_PENDING: { withdraw: 'WITHDRAWN', verifyEmail: 'PENDING', expire: 'EMAIL_EXPIRED' },
  APPROVED: { revoke: 'REJECT', leave: 'WITHDRAWN' },
  REJECT: AGAIN,
  EMAIL_EXPIRED: AGAIN,
  WITHDRAWN: AGAIN,
};

/** The state that an action leads to; undefined when it cannot happen now. A resubmission may yet wait for its mail. */
export const nextState = (state: CaseState, action: CaseAction): CaseState | undefined => TRANSITIONS[state][action];

/** Handed in and not decided. */
export const isOpenCase = (state: CaseState): boolean => state === 'PENDING' || state === 'EMAIL_PENDING';

/** The state of a user in the two certifications that exclude each other; null where nothing was ever handed in. */
export interface CertificationStates {
  readonly roles: readonly string[];
  readonly investor: CaseState | null;
  readonly serviceOrg: CaseState | null;
}

/** Words of the rule, and why it holds for this person. */
export interface Exclusion {
  readonly message: '服务机构和投资人不能同时认证';
  readonly reason: '您已认证服务机构' | '您正在认证服务机构' | '您已认证投资人' | '您正在认证投资人';
}

const exclusion = (reason: Exclusion['reason']): Exclusion => ({ message: '服务机构和投资人不能同时认证', reason });

/**
 * Why a person may not be certified as this; null when nothing of the other side prevents it. A certification that was
 * refused, taken back or whose mail expired does not.
 */
export function exclusionOf(kind: IdentityKind, held: CertificationStates): Exclusion | null {
  const holds = (any: ReadonlySet<string>) => held.roles.some((role) => any.has(role));
  if (kind === 'investor') {
    if (holds(ORGANISATION_ROLES) || held.serviceOrg === 'APPROVED') return exclusion('您已认证服务机构');
    if (held.serviceOrg !== null && isOpenCase(held.serviceOrg)) return exclusion('您正在认证服务机构');
  }
  if (kind === 'serviceOrg') {
    if (holds(INVESTOR_ROLES) || held.investor === 'APPROVED') return exclusion('您已认证投资人');
    if (held.investor !== null && isOpenCase(held.investor)) return exclusion('您正在认证投资人');
  }
  return null;
}

/** The roles that certifications of a kind give or take; a founder is one by a claim as much as by a new company. */
const ROLES_OF: Readonly<Record<IdentityKind, ReadonlySet<string>>> = {
  investor: INVESTOR_ROLES,
  serviceOrg: ORGANISATION_ROLES,
  founder: FOUNDER_ROLES,
  claim: FOUNDER_ROLES,
};

/** The role that an approval of a kind gives; `chosen` is the option of its form. Undefined when the form chose none. */
export function roleGranted(kind: IdentityKind, chosen: unknown): string | undefined {
  if (ROLES_OF[kind] === FOUNDER_ROLES) return FOUNDER;
  return typeof chosen === 'string' && ROLES_OF[kind].has(chosen) ? chosen : undefined;
}

/**
 * The roles of an account after an approval of `kind` was given or taken. `granted` are the roles of all its valid
 * approvals: of the kind's roles exactly these are kept, all others stay as they were.
 */
export function rolesAfter(roles: readonly string[], kind: IdentityKind, granted: readonly string[]): string[] {
  const own = ROLES_OF[kind];
  const others = roles.filter((role) => !own.has(role));
  return [...new Set([...others, ...granted.filter((role) => own.has(role))])];
}
