import type { FastifyInstance } from 'fastify';
import type { Action } from '#schemas/api/actions.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isStaff } from '#shared/policy/actor.ts';
import { policyOf } from '#server/core/catalog/action-policy.ts';

export interface ActionHintDeps {
  readonly catalog: {
    readonly objects: readonly { readonly definition: ObjectDefinition }[];
    /** Another number after every change of any definition. */
    readonly edition: number;
  };
  readonly hints: { readonly announceRecords: (objectApiNames: readonly string[]) => void };
}

/** The system objects whose records are changed by actions of a policy. */
export const objectsActedOn = ({ objects }: Pick<ActionHintDeps['catalog'], 'objects'>, action: Action): string[] =>
  objects
    .filter(({ definition }) => definition.actions?.some((each) => policyOf(each) === action))
    .map(({ definition }) => definition.apiName);

/** The objects of which others may wait for staff after this action, as their definitions say. */
const objectsThatWait = ({ objects }: ActionHintDeps['catalog'], action: Action): string[] =>
  objects
    .filter(({ definition }) => definition.waits?.changedBy?.includes(action))
    .map(({ definition }) => definition.apiName);

/**
 * What staff do to records of a system object is announced to the other staff, whose screens read them again. The objects
 * are those with an action of the same policy. What any user does is announced where others may wait for staff by it.
 */
export function hintOfActions(app: FastifyInstance, { catalog, hints }: ActionHintDeps): void {
  let [edition, waiting] = [catalog.edition, new Map<Action, readonly string[]>()];
  // Every list that is read comes by here.
  function waitAfter(action: Action): readonly string[] {
    if (edition !== catalog.edition) [edition, waiting] = [catalog.edition, new Map()];
    const names = waiting.get(action) ?? objectsThatWait(catalog, action);
    waiting.set(action, names);
    return names;
  }
  app.addHook('onResponse', async (request, reply) => {
    const { action } = request.routeOptions.config;
    if (request.method === 'GET' || reply.statusCode !== 200 || action === undefined) return;
    const acted = isStaff(request.actor) ? objectsActedOn(catalog, action) : [];
    const names = new Set([...acted, ...waitAfter(action)]);
    if (names.size > 0) hints.announceRecords([...names]);
  });
}
