import { BINDINGS } from '#schemas/bindings.ts';
import { boundNames, boundValues } from '#shared/bindings/bound-values.ts';
import { type Actor, isMember, isStaff } from '#shared/policy/actor.ts';
import { kindsOfActor } from '#shared/policy/kinds-of-actor.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { BlockDefinition, BlockDeps, BlockValues } from './block.ts';

const BLOCK = BINDINGS.homeBlock;
/** Blocks that a page has at most. */
const MOST = 100;

/** The readers that an account is one of; staff see what is for staff, and not what every kind of user is shown. */
function readersOf(actor: Actor): readonly string[] {
  if (!isMember(actor)) return ['visitor'];
  return isStaff(actor) ? ['staff'] : kindsOfActor(actor);
}

function isFor({ audience = [] }: BlockValues, actor: Actor): boolean {
  if (audience.length === 0) return isMember(actor);
  return readersOf(actor).some((reader) => audience.includes(reader));
}

/** Every definition that is shown to any user, in the order of the page. */
export async function allBlocks({ catalog, reader, now }: BlockDeps): Promise<BlockDefinition[]> {
  const object = catalog.find(BLOCK.object);
  if (!object) return [];
  const names = new Set(boundNames(BLOCK));
  const scope = {
    today: shanghaiDay(now()),
    readable: ({ apiName }: { readonly apiName: string }) => names.has(apiName),
  };
  const sort = [{ field: BLOCK.fields.position.apiName, order: 'asc' as const }];
  const { list } = await reader.list(object, { fields: [...names], sort, pageSize: MOST }, scope);
  return list
    .map((row) => ({ id: row.id, values: boundValues(BLOCK, row) }))
    .filter(({ values }) => values.isPublished === true);
}

/** The definitions that are for a user. */
export async function blocksFor(deps: BlockDeps, actor: Actor): Promise<BlockDefinition[]> {
  return (await allBlocks(deps)).filter(({ values }) => isFor(values, actor));
}
