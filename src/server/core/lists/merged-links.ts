import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { showsLinks } from '#generators/field-types/registry.ts';
import { comparisons, existences } from '#generators/filters.ts';
import type { ReadQueries } from '#server/db/read-queries.ts';
import type { SelectionPlan } from './list-plan.ts';
import { withReadableLists } from './readable-lists.ts';
import { survivorsByIds } from './reference-queries.ts';
import type { ObjectSource } from './readable-object.ts';

type Planned = Pick<SelectionPlan, 'readable' | 'condition' | 'object' | 'reader'>;

/**
 * A plan whose condition names records by the ids that they have now: a filter that was kept, or sent on, names a record
 * that was merged since by its old id. Where no link is compared nothing is asked. The lists in it are known to be open
 * to the user. @throws Failure INVALID_QUERY where one is not.
 */
export async function withCurrentLinks<Plan extends Planned>(
  queries: Pick<ReadQueries, 'run'>,
  objects: ObjectSource,
  asked: Plan,
): Promise<Plan> {
  if (!asked.condition) return asked;
  const plan = await withReadableLists(queries, asked);
  const condition = await currentLinks(asked.condition, plan.readable);
  return condition === plan.condition ? plan : { ...plan, condition };

  async function currentLinks(whole: Condition, fields: readonly FieldDefinition[]): Promise<Condition> {
    const compared = comparisons(whole);
    const names = new Set(compared.map(({ field }) => field));
    const named = fields.filter((field) => names.has(field.apiName) && showsLinks(field));
    if (named.length === 0 && existences(whole).length === 0) return whole;
    const links = new Map(named.map((field) => [field.apiName, field.targetApiName ?? '']));
    const survivors = await survivorsIn(queries, objects, compared, links);
    return mapped(whole);

    async function mapped(part: Condition): Promise<Condition> {
      if ('and' in part) return { and: await Promise.all(part.and.map(mapped)) };
      if ('or' in part) return { or: await Promise.all(part.or.map(mapped)) };
      if ('not' in part) return { not: await mapped(part.not) };
      if ('inList' in part || 'noted' in part) return part;
      if (!('exists' in part)) return renamed(part, (id) => survivors.get(`${links.get(part.field)}:${id}`));
      const { objectApiName, filter } = part.exists;
      const others = objects.find(objectApiName)?.fields;
      return filter && others ? { exists: { ...part.exists, filter: await currentLinks(filter, others) } } : part;
    }
  }
}

const idsIn = ({ value }: Comparison): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string');

/** The survivors of the merged records that some comparisons name: ids by `target:id`. */
async function survivorsIn(
  queries: Pick<ReadQueries, 'run'>,
  objects: ObjectSource,
  compared: readonly Comparison[],
  links: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = Map.groupBy(
    compared.filter(({ field }) => links.has(field)),
    ({ field }) => links.get(field) ?? '',
  );
  const survivors = new Map<string, string>();
  for (const [target, own] of wanted) {
    const object = objects.find(target);
    const ids = own.flatMap(idsIn);
    if (!object || ids.length === 0) continue;
    for (const [old, id] of await queries.run(survivorsByIds(object, ids)))
      survivors.set(`${target}:${String(old)}`, String(id));
  }
  return survivors;
}

/** A comparison with some ids replaced by others, each once. */
function renamed(comparison: Comparison, idFor: (id: string) => string | undefined): Comparison {
  const { value } = comparison;
  const one = (id: unknown): unknown => idFor(String(id)) ?? id;
  if (!idsIn(comparison).some((id) => idFor(id) !== undefined)) return comparison;
  return { ...comparison, value: Array.isArray(value) ? [...new Set(value.map(one))] : one(value) };
}
