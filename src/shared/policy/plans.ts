import type { PlanRequestState } from '#schemas/api/plans.ts';
import { type Actor, isCertified, isOrganisation, isStaff, isSvip } from './actor.ts';
import type { Decision } from './decide.ts';

/** Days until a user who was refused may ask for the same plan again. */
export const PLAN_RETRY_DAYS = 1;

/** What the decision on the plan of one company needs to know. */
export interface PlanQuestion {
  readonly viewer: Actor;
  readonly hasBp: boolean;
  /** The founder shows it only to those whose request was accepted. */
  readonly restricted: boolean;
  /** The viewer speaks for the company. */
  readonly isMember: boolean;
  /** Policy on the details of the company's record. */
  readonly detail: Decision;
  readonly state: PlanRequestState | 'none';
  /** The last request was refused too short a time ago to ask again. */
  readonly isTooSoon: boolean;
}

export interface PlanAnswer {
  readonly mayOpen: boolean;
  readonly mayRequest: boolean;
  readonly needsVip: boolean;
}

/**
 * Who may open a company's plan, and who may ask for it. Users who may read the company's details may, until it is
 * restricted.
 */
export function decidePlan(question: PlanQuestion): PlanAnswer {
  const { viewer, hasBp, restricted, isMember, detail, state, isTooSoon } = question;
  const isFree = !restricted && detail === null;
  const mayOpen = hasBp && (isMember || isStaff(viewer) || state === 'approved' || isFree);
  const isKnown = isCertified(viewer) || isOrganisation(viewer) || isSvip(viewer);
  return {
    mayOpen,
    mayRequest: hasBp && !mayOpen && restricted && isKnown && state !== 'pending' && !isTooSoon,
    needsVip: hasBp && !mayOpen && !restricted && detail === 'VIP_REQUIRED',
  };
}
