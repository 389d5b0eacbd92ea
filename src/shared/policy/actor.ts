import type { Profile } from '#schemas/api/session.ts';
import type { Duty } from '#schemas/metadata/duty.ts';

/** Who asks. A visitor has no id. */
export interface Actor {
  readonly id: string | null;
  readonly name: string;
  /** identityRoles of the account, e.g. START_UP, ORG_INVESTOR, FA, staff. */
  readonly roles: readonly string[];
  /** What staff are there for; none where it is absent. */
  readonly duties?: readonly Duty[];
  /** VIP type; 3 = SVIP. */
  readonly vipType: number;
  /** Of a visitor where the request came from: what visitors read is counted by it. */
  readonly address?: string;
  /** Where a program asks in the name of the user: by which key, and what that is good for. */
  readonly key?: { readonly id: string; readonly scopes: readonly string[] };
}

/** A user who is signed in. */
export interface Member extends Actor {
  readonly id: string;
}

export const VISITOR: Actor = { id: null, name: '', roles: [], vipType: 0 };

/** VIP type of an SVIP. */
export const SVIP = 3;

/** The user as one who reads what belongs to the own company: no VIP is asked for. */
export const asSvip = (actor: Member): Member => ({ ...actor, vipType: SVIP });

export const INVESTOR_ROLES: ReadonlySet<string> = new Set([
  'ORG_INVESTOR',
  'COMPANY_INVEST_DEPT',
  'PERSONAL_INVESTOR',
  'LP',
]);

export const isMember = (actor: Actor): actor is Member => actor.id !== null;
export const isStaff = (actor: Actor): boolean => actor.roles.includes('staff');
/** Staff with one of these duties. */
export const hasDuty = (actor: Actor, ...wanted: readonly Duty[]): boolean =>
  isStaff(actor) && wanted.some((duty) => actor.duties?.includes(duty) === true);
export const isSvip = (actor: Actor): boolean => actor.vipType === SVIP;
export const isInvestor = (actor: Actor): boolean => actor.roles.some((role) => INVESTOR_ROLES.has(role));
export const ORGANISATION_ROLES: ReadonlySet<string> = new Set([
  'FA',
  'PARK_INCUBATOR',
  'OTHER_SERVICE_ORG',
  'SERVICE_ORG',
]);

export const isOrganisation = (actor: Actor): boolean => actor.roles.some((role) => ORGANISATION_ROLES.has(role));
export const isFounder = (actor: Actor): boolean => actor.roles.includes('START_UP');
/** Certified: known to be a founder or an investor. */
export const isCertified = (actor: Actor): boolean => isFounder(actor) || isInvestor(actor);

/** All that policy tells actors apart by, but who they are: what it decides for one it decides for all of the same text. */
export const kindText = (actor: Actor): string =>
  JSON.stringify([isMember(actor), actor.vipType, actor.roles.toSorted(), actor.duties?.toSorted() ?? []]);

/** A user as rules see one: SVIP is a role among the others, and a visitor has an empty id. */
export const rulesUser = (actor: Actor): { readonly id: string; readonly roles: readonly string[] } => ({
  id: isMember(actor) ? actor.id : '',
  roles: [...new Set([...actor.roles, ...(isSvip(actor) ? ['svip'] : [])])],
});

/** The signed-in user of a profile, as policy knows one. */
export const profileActor = ({ uid, name, identityRoles, vipType, staff, duties }: Profile): Member => ({
  id: uid,
  name,
  roles: [...new Set([...identityRoles, ...(staff ? ['staff'] : [])])],
  duties,
  vipType,
});
