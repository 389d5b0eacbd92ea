import { BINDINGS } from '#schemas/bindings.ts';
import type { BoundValues } from '#shared/bindings/bound-values.ts';
import { type Actor, isMember, isStaff } from '#shared/policy/actor.ts';
import { kindsOfActor } from '#shared/policy/kinds-of-actor.ts';
import { type BoundRecord, boundRecords } from '#server/core/bindings/bound-records.ts';
import type { BlockDefinition, BlockDeps, BlockValues } from './block.ts';

/** Records that staff arrange the page with. */
type Arranged = typeof BINDINGS.homeBlock | typeof BINDINGS.homeStep;

/** Blocks, or steps, that a page has at most. */
const MOST = 100;

/** The readers that an account is one of; staff see what is for staff, and not what every kind of user is shown. */
function readersOf(actor: Actor): readonly string[] {
  if (!isMember(actor)) return ['visitor'];
  return isStaff(actor) ? ['staff'] : kindsOfActor(actor);
}

function isFor({ audience = [] }: Pick<BlockValues, 'audience'>, actor: Actor): boolean {
  if (audience.length === 0) return isMember(actor);
  return readersOf(actor).some((reader) => audience.includes(reader));
}

/** Every record of a binding that is shown to any user, in the order of the page. */
async function shownOf<const B extends Arranged>(deps: BlockDeps, binding: B): Promise<BoundRecord<B>[]> {
  const all = await boundRecords(deps, binding, { sortedBy: 'position', most: MOST });
  return all.filter(({ values }) => values.isPublished === true);
}

/** Every definition that is shown to any user, in the order of the page. */
export const allBlocks = (deps: BlockDeps): Promise<BlockDefinition[]> => shownOf(deps, BINDINGS.homeBlock);

/** The definitions that are for a user. */
export async function blocksFor(deps: BlockDeps, actor: Actor): Promise<BlockDefinition[]> {
  return (await allBlocks(deps)).filter(({ values }) => isFor(values, actor));
}

/** What a user is led through, in the order of staff. */
export async function stepsFor(deps: BlockDeps, actor: Actor): Promise<BoundValues<typeof BINDINGS.homeStep>[]> {
  const steps = await shownOf(deps, BINDINGS.homeStep);
  return steps.map(({ values }) => values).filter((values) => isFor(values, actor));
}
