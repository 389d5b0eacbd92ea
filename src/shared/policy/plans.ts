import type { PlanRequestState } from '#schemas/api/plans.ts';
import { type Actor, hasDuty, isCertified, isOrganisation, isSvip } from './actor.ts';
import type { Decision } from './decide.ts';

/** Days until a user who was refused may ask for the same plan again. */
export const PLAN_RETRY_DAYS = 1;

/** What the decision on the plan of one company needs to know. */
export interface PlanQuestion {
  readonly viewer: Actor;
  readonly hasBp: boolean;
  /** The founder shows it only to those whose request was accepted. */
  readonly restricted: boolean;
  /** Nor may it be asked for. */
  readonly sentOnly: boolean;
  /** The viewer speaks for the company. */
  readonly isMember: boolean;
  /** Policy on the details of the company's record. */
  readonly detail: Decision;
  readonly state: PlanRequestState | 'none';
  /** The company took the plan back from the viewer, and has not opened it since. */
  readonly isBarred: boolean;
  /** The last request was refused or taken back too short a time ago to ask again. */
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
  const { viewer, hasBp, restricted, sentOnly, isMember, detail, state, isBarred, isTooSoon } = question;
  // What was taken back from a user stays closed to that user while it is open to others.
  const isFree = !restricted && detail === null && !isBarred;
  const mayOpen = hasBp && (isMember || hasDuty(viewer, 'audit') || state === 'approved' || isFree);
  const isKnown = isCertified(viewer) || isOrganisation(viewer) || isSvip(viewer);
  const isAskedFor = (restricted || isBarred) && !sentOnly;
  return {
    mayOpen,
    mayRequest: hasBp && !mayOpen && isAskedFor && isKnown && state !== 'pending' && !isTooSoon,
    needsVip: hasBp && !mayOpen && !restricted && detail === 'VIP_REQUIRED',
  };
}

/** Where the plan of a company is read: its file is fetched in no other way. */
export const planAddress = (companyId: string): string => `/files/plan/${companyId}`;
