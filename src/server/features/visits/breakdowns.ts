import { MIN_GROUP, VISIT_SOURCES, type VisitStat } from '#schemas/api/visits.ts';
import { BINDINGS, type Binding } from '#schemas/bindings.ts';
import { OptionTree } from '#generators/option-tree.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Db } from '#server/db/database.ts';
import { industryOf, institutionFacts, type ReadStat } from './stat-queries.ts';

const OTHER = 'OTHER' as const;

/**
 * Groups of at least MIN_GROUP, the largest first, then all others as OTHER, which is as large too: the smallest groups join
 * it until it is. Nothing at all where no group can be named.
 */
export function withFloor<Key extends string>(
  groups: ReadonlyMap<Key | typeof OTHER, number>,
): { readonly key: Key | typeof OTHER; readonly viewers: number }[] {
  const all = [...groups].map(([key, viewers]) => ({ key, viewers }));
  const named = all
    .filter(({ key, viewers }) => key !== OTHER && viewers >= MIN_GROUP)
    .toSorted((a, b) => b.viewers - a.viewers || (a.key < b.key ? -1 : 1));
  let rest = all.filter((group) => !named.includes(group)).reduce((sum, { viewers }) => sum + viewers, 0);
  while (rest > 0 && rest < MIN_GROUP && named.length > 0) rest += named.pop()?.viewers ?? 0;
  if (named.length === 0) return [];
  return rest > 0 ? [...named, { key: OTHER, viewers: rest }] : named;
}

function grouped<Key extends string>(entries: readonly (readonly [Key, number])[]): Map<Key, number> {
  const groups = new Map<Key, number>();
  for (const [key, viewers] of entries) groups.set(key, (groups.get(key) ?? 0) + viewers);
  return groups;
}

/** The tree that a field takes its options from. */
function treeOf(catalog: Catalog, { object }: Binding, apiName: string): OptionTree {
  return new OptionTree(catalog.object(object).field(apiName)?.selectOptions ?? []);
}

/** Breakdowns of the viewers of a period, each made of what the list of viewers says of every one of them. */
export async function breakdowns(
  db: Db,
  catalog: Catalog,
  { named, sources, now }: ReadStat,
  companyId: string,
): Promise<Pick<VisitStat, 'byRegion' | 'byFocusFit' | 'bySource'>> {
  const { institution, company } = BINDINGS;
  const facts = await institutionFacts(
    db,
    catalog,
    named.flatMap(({ institution: id }) => id ?? []),
  );
  const known = new Map(facts.map((fact) => [fact.id, fact]));
  const regions = treeOf(catalog, institution, institution.fields.region.apiName);
  const industries = treeOf(catalog, company, company.fields.industry.apiName);
  const industry = await industryOf(db, catalog, companyId);
  const wanted = industries.path(industry ?? undefined).map(({ value }) => value);
  const verdictOf = (focus: readonly string[] | null | undefined) => {
    if (!focus || focus.length === 0 || wanted.length === 0) return OTHER;
    // A branch is met by what is below it, and by what it is part of.
    return focus.some((each) => wanted.includes(each) || industries.path(each).some(({ value }) => value === industry))
      ? 'fits'
      : 'misses';
  };
  const open = sources.reduce((sum, { viewers }) => sum + viewers, 0);
  const byRegion = grouped(
    named.map(({ institution: id, viewers }) => {
      const [root] = regions.path(known.get(id ?? '')?.region ?? undefined);
      return [root?.label ?? OTHER, viewers] as const;
    }),
  );
  const byFit = grouped(
    named.map(({ institution: id, viewers }) => [verdictOf(known.get(id ?? '')?.industries), viewers] as const),
  );
  const bySource = grouped([
    ...sources.map(({ source, viewers }) => [VISIT_SOURCES[source] ?? OTHER, viewers] as const),
    [OTHER, now.viewers - open] as const,
  ]);
  return {
    byRegion: withFloor<string>(byRegion).map(({ key, viewers }) => ({ region: key, viewers })),
    byFocusFit: withFloor(byFit).map(({ key, viewers }) => ({ verdict: key, viewers })),
    bySource: withFloor(bySource).map(({ key, viewers }) => ({ source: key, viewers })),
  };
}
