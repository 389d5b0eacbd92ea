import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { treeOf } from '#generators/option-tree.ts';
import { partsOf } from '#shared/conditions/condition-parts.ts';
import type { Plan } from './plan.ts';
import { atLevel, levelsOf } from './tree-levels.ts';

/** The branches of a tree that records are grouped by, so that no group is a part of another one. */
export interface Branches {
  /** The branch that each option belongs to. */
  readonly branchOf: ReadonlyMap<string, string>;
  /** Branches that others are below, for the records that name none of those. */
  readonly unspecified: ReadonlySet<string>;
  /** Options that are of no branch: their branch is the empty text. */
  readonly apart: readonly string[];
}

/** The values that a plan narrows a field to. */
const chosenBy = ({ filter }: Plan, { apiName }: FieldDefinition): string[] =>
  partsOf(filter).flatMap((part) => {
    if (!('field' in part) || part.field !== apiName || !['under', 'in', 'eq'].includes(part.op)) return [];
    return [part.value].flat().map(String);
  });

/**
 * The groups of a field that is a tree: those of the level that is asked for; else the branches that the plan names, where it
 * names several; else what is right below the one that it names; else the roots. Undefined for a field that is no tree.
 */
export function branchesOf(field: FieldDefinition, plan: Plan): Branches | undefined {
  const { selectOptions: options = [] } = field;
  if (valueType(field).options !== 'tree') return undefined;
  const tree = treeOf(options);
  const chosen = chosenBy(plan, field);
  const [one] = chosen;
  const { called } = plan.group ?? {};
  if (called !== undefined && levelsOf(field).some(({ names }) => names.includes(called)))
    return ofLevel(field, called, plan);
  const named = new Set(chosen);
  const level = plan.group?.level ?? (chosen.length === 1 ? tree.path(one).length + 1 : 1);
  const isNamed = plan.group?.level === undefined && chosen.length > 1;
  const branchOf = new Map<string, string>();
  const unspecified = new Set<string>();
  for (const { value } of options) {
    const path = tree.path(value).map((option) => option.value);
    const branch = isNamed ? path.findLast((each) => named.has(each)) : path[level - 1];
    branchOf.set(value, branch ?? path.at(-1) ?? value);
    if (!isNamed && branch === undefined && tree.children(value).length > 0) unspecified.add(value);
  }
  return { branchOf, unspecified, apart: [] };
}

/** Does a plan look for the first groups, or for those that keep a bound? What says no more than 广东 is no city then. */
const isChosen = ({ limit, having }: Plan): boolean => limit !== undefined || having !== undefined;

/** The groups of a level that has a name. What ends above it is a group of its own, as far as all groups are shown. */
function ofLevel(field: FieldDefinition, called: string, plan: Plan): Branches {
  const { selectOptions: options = [] } = field;
  const tree = treeOf(options);
  const branchOf = new Map<string, string>();
  const unspecified = new Set<string>();
  for (const { value } of options) {
    const branch = atLevel(field, value, called);
    const isAbove =
      branch === undefined && tree.under([value]).some((each) => atLevel(field, each, called) !== undefined);
    const isShown = isAbove && !isChosen(plan);
    branchOf.set(value, branch ?? (isShown ? value : ''));
    if (isShown) unspecified.add(value);
  }
  return { branchOf, unspecified, apart: options.flatMap(({ value }) => (branchOf.get(value) === '' ? [value] : [])) };
}
