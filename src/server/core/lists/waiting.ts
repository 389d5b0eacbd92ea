import type { Waiting } from '#schemas/metadata/waiting.ts';
import { MOST_WAITING, SHOWN_WAITING } from '#schemas/api/waiting.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { Database } from '#server/db/database.ts';
import { ReadQueries } from '#server/db/read-queries.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { type Objects, listAccess } from './list-access.ts';
import { planSelection } from './list-plan.ts';
import { type WaitingPlan, waitingRecords } from './waiting-queries.ts';

/** Records of an object that wait, as far as they are counted, and those that have waited longest. */
export interface WaitingRecords {
  readonly object: CatalogObject;
  readonly waits: Waiting;
  readonly count: number;
  readonly first: readonly { readonly id: string; readonly name: string | null; readonly since: string | null }[];
}

interface WaitingDeps {
  readonly database: Pick<Database, 'kind' | 'reads'>;
  readonly catalog: Objects & { readonly objects: readonly CatalogObject[] };
  readonly now: () => Date;
}

/** What waits in the lists that are open to a user, all of it asked in one statement. */
export async function readWaiting(deps: WaitingDeps, actor: Actor): Promise<WaitingRecords[]> {
  const { database, catalog } = deps;
  const asked = catalog.objects.flatMap((object) => {
    const { waits } = object.definition;
    const plan = waits && planOf(deps, object, waits, actor);
    return plan ? [{ object, waits, plan }] : [];
  });
  if (asked.length === 0) return [];
  const plans = asked.map(({ plan }) => plan);
  const queries = new ReadQueries(database.reads, database.kind === 'postgres');
  const rows = await queries.runPatiently(waitingRecords(plans, MOST_WAITING + 1, SHOWN_WAITING));
  const found = new Map(rows.map(([place, count, first]) => [Number(place), { count: Number(count), first }]));
  return asked.map(({ object, waits }, place) => {
    const { count = 0, first } = found.get(place) ?? {};
    return { object, waits, count, first: (first ?? []) as WaitingRecords['first'] };
  });
}

/** Undefined where the list is closed to the user, or what staff saved no longer fits it: the other queues go on. */
function planOf({ catalog, now }: WaitingDeps, object: CatalogObject, { when, since }: Waiting, actor: Actor) {
  try {
    const { owner, scope } = listAccess(object, actor, now(), catalog);
    const selection = planSelection(object, { filter: when, owner }, scope);
    const isOpen = (name: string) => selection.readable.some(({ apiName }) => apiName === name);
    const { nameField: name } = object.definition;
    return isOpen(name) && isOpen(since) ? ({ selection, name, since } satisfies WaitingPlan) : undefined;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
