import { type Actor, isFounder, isInvestor, isMember, isOrganisation, isStaff } from './actor.ts';

/**
 * Does a user look for investors for a round of their own? Founders do, and those who are not certified yet may become ones;
 * service organisations and staff have no round, and investors look for projects.
 */
export const seeksInvestors = (actor: Actor): boolean =>
  isMember(actor) && !isStaff(actor) && (isFounder(actor) || (!isInvestor(actor) && !isOrganisation(actor)));
