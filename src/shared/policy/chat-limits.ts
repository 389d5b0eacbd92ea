import { type Actor, isFounder, isInvestor, isOrganisation, isStaff, isSvip } from './actor.ts';

/** Messages that one may send before the other has written anything. */
export const UNANSWERED_LIMIT = 10;
/** Requests to exchange of one person on a day of Asia/Shanghai. */
export const DAILY_EXCHANGES = 30;

const OPENINGS = { founder: 20, investor: 100, organisation: 20, svip: 100, staff: 1000 } as const;

/**
 * Conversations that a person may open on a day of Asia/Shanghai; 0 before certification. Those of a founder with
 * investors also count against the contact quota: see contacts.ts.
 */
export function dailyOpenings(actor: Actor): number {
  if (isStaff(actor)) return OPENINGS.staff;
  if (isSvip(actor)) return OPENINGS.svip;
  if (isInvestor(actor)) return OPENINGS.investor;
  if (isFounder(actor)) return OPENINGS.founder;
  return isOrganisation(actor) ? OPENINGS.organisation : 0;
}
