import { type Actor, isCertified, isOrganisation, isStaff, isSvip } from './actor.ts';

/** Exports that may be begun on a day of Asia/Shanghai, by what a person is; the most generous that applies. */
export const EXPORTS_A_DAY = { member: 3, certified: 10, svip: 30 } as const;

/** How many exports this person may begin today; null for as many as wanted. */
export function exportsADay(actor: Actor): number | null {
  if (isStaff(actor)) return null;
  if (isSvip(actor)) return EXPORTS_A_DAY.svip;
  return isCertified(actor) || isOrganisation(actor) ? EXPORTS_A_DAY.certified : EXPORTS_A_DAY.member;
}
