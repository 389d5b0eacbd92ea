import type { Action } from '#schemas/api/actions.ts';
import type { Audience } from '#schemas/metadata/object.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FailureName } from '#shared/errors.ts';
import { type Actor, isInvestor, isMember, isStaff, isSvip } from './actor.ts';

/** Why not: the failure to throw, or null when allowed. */
export type Decision = FailureName | null;

type Rule = (actor: Actor) => Decision;

const anybody: Rule = () => null;
const member: Rule = (actor) => (isMember(actor) ? null : 'SESSION_INVALID');
const staff: Rule = (actor) => member(actor) ?? (isStaff(actor) ? null : 'FORBIDDEN');

/** Who may do what, before the object and the record are looked at. A new action does not compile without its line. */
const ACTION_RULES: Readonly<Record<Action, Rule>> = {
  'session.open': anybody,
  'session.close': anybody,
  'session.read': member,
  'metadata.read': anybody,
  'metadata.edit': staff,
  'record.list': anybody,
  'record.read': anybody,
  'record.create': member,
  'record.edit': member,
  'record.history': member,
  'events.follow': anybody,
  'docs.read': anybody,
};

/** May this actor do this at all? */
export const decide = (actor: Actor, action: Action): Decision => ACTION_RULES[action](actor);

const AUDIENCE_RULES: Readonly<Record<Audience, (actor: Actor, ownerId: string | null) => Decision>> = {
  everyone: anybody,
  member,
  investorOrSvip: (actor) => member(actor) ?? (isInvestor(actor) || isSvip(actor) ? null : 'VIP_REQUIRED'),
  svip: (actor) => member(actor) ?? (isSvip(actor) ? null : 'VIP_REQUIRED'),
  owner: (actor, ownerId) => member(actor) ?? (ownerId !== null && ownerId === actor.id ? null : 'FORBIDDEN'),
  staff,
};

/** Does this actor belong to the audience of an object's list, detail, create or edit? Staff belong to every one. */
export function decideAudience(actor: Actor, audience: Audience, ownerId: string | null = null): Decision {
  return isStaff(actor) ? null : AUDIENCE_RULES[audience](actor, ownerId);
}

/** May this actor read the value of a field of a record that is open to him? */
export function mayReadField(actor: Actor, field: FieldDefinition): boolean {
  const roles = field.config?.visibleTo;
  if (roles === undefined || isStaff(actor)) return true;
  return roles.some((role) => (role === 'svip' ? isSvip(actor) : actor.roles.includes(role)));
}
