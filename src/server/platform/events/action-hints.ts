import type { FastifyInstance } from 'fastify';
import type { Action } from '#schemas/api/actions.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isStaff } from '#shared/policy/actor.ts';
import { policyOf } from '#server/core/catalog/action-policy.ts';

export interface ActionHintDeps {
  readonly catalog: { readonly objects: readonly { readonly definition: ObjectDefinition }[] };
  readonly hints: { readonly announceRecords: (objectApiNames: readonly string[]) => void };
}

/** The system objects whose records are changed by actions of a policy. */
export const objectsActedOn = ({ objects }: ActionHintDeps['catalog'], action: Action): string[] =>
  objects
    .filter(({ definition }) => definition.actions?.some((each) => policyOf(each) === action))
    .map(({ definition }) => definition.apiName);

/**
 * What staff do to records of a system object is announced to the other staff, whose screens read them again. The objects
 * are those with an action of the same policy.
 */
export function hintOfActions(app: FastifyInstance, { catalog, hints }: ActionHintDeps): void {
  app.addHook('onResponse', async (request, reply) => {
    const { action } = request.routeOptions.config;
    if (request.method === 'GET' || reply.statusCode !== 200 || action === undefined || !isStaff(request.actor)) return;
    const names = objectsActedOn(catalog, action);
    if (names.length > 0) hints.announceRecords(names);
  });
}
