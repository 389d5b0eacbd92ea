import { ACTION_ROUTES } from '#schemas/api/action-routes.ts';
import { ACTIONS, type Action } from '#schemas/api/actions.ts';
import type { ObjectAction } from '#schemas/metadata/action.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { decide } from '#shared/policy/decide.ts';

/** The policy action that says who is offered an action: that of its route, or the one it names; a link may need none. */
export const policyOf = ({ route, policy }: ObjectAction): Action | undefined =>
  route === undefined ? policy : ACTION_ROUTES.get(route)?.action;

/** May this user be offered an action? None whose route or policy this release does not know. */
export function isOffered(action: ObjectAction, actor: Actor): boolean {
  const needed = policyOf(action);
  return needed === undefined ? action.link !== undefined : ACTIONS.includes(needed) && decide(actor, needed) === null;
}
