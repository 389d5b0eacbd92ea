import type { PackageItem } from '#schemas/api/packages.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { definitionChanges, isSameFragment, optionSetChanges } from '#generators/language/definition-changes.ts';
import { mergeDefinitions } from '#shared/metadata/merge-definitions.ts';
import { mergeOptionSets } from '#shared/metadata/merge-option-sets.ts';
import {
  Merging,
  type MergeChoices,
  type MergeClash,
  pathKey,
  type Side,
  type Three,
} from '#shared/metadata/merge-parts.ts';

/** A thing of a package beside what is here, `mine`, and what both have had. */
export interface Merged<T> {
  readonly next: T;
  readonly changes: string[];
  readonly clashes: PackageItem['clashes'];
}

/** Whose state is taken where both changed the same. */
export interface Choices {
  readonly made: MergeChoices;
  readonly others: Side | undefined;
}

interface Way<T> {
  readonly merge: (
    sides: Three<T>,
    choices: MergeChoices,
  ) => { readonly next: T; readonly clashes: readonly MergeClash[] };
  /** What a change is, in words. */
  readonly words: (from: T, to: T) => string[];
}

/** Most clashes that are put in words one by one. */
const MOST_WORDED = 200;

/** Brings a thing and what is here together; a clash without a choice stays as it is here. */
export function mergedWith<T>({ merge, words }: Way<T>, sides: Three<T>, { made, others }: Choices): Merged<T> {
  const { clashes } = merge(sides, made);
  const sideOf = (path: readonly string[]): Side | null => made.get(pathKey(path)) ?? others ?? null;
  const choices = new Map<string, Side>();
  for (const { path } of clashes) {
    const side = sideOf(path);
    if (side) choices.set(pathKey(path), side);
  }
  const { next } = merge(sides, choices);
  const here = merge(sides, new Map()).next;
  return {
    next,
    changes: words(sides.mine, next),
    clashes: clashes.map(({ path }, place) => {
      const there = place < MOST_WORDED ? merge(sides, new Map([[pathKey(path), 'theirs']])).next : here;
      const said = words(here, there);
      return { path: [...path], words: said.length > 0 ? said : [path.join(' › ')], side: sideOf(path) };
    }),
  };
}

export const OBJECTS: Way<ObjectDefinition> = {
  merge: (sides, choices) => {
    const { definition, clashes } = mergeDefinitions(sides, choices);
    return { next: definition, clashes };
  },
  words: definitionChanges,
};

export const OPTION_SETS: Way<OptionSet> = {
  merge: (sides, choices) => {
    const { optionSet, clashes } = mergeOptionSets(sides, choices);
    return { next: optionSet, clashes };
  },
  words: optionSetChanges,
};

/** Values of a record, field by field. */
export const valuesWay = (labels: ReadonlyMap<string, string>): Way<RecordValues> => ({
  merge: (sides, choices) => {
    const merging = new Merging(choices);
    return { next: merging.record([], sides), clashes: merging.clashes };
  },
  words: (from, to) =>
    [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((name) =>
      isSameFragment(from[name], to[name])
        ? []
        : [`“${labels.get(name) ?? name}”由${said(from[name])}改为${said(to[name])}`],
    ),
});

/** One value that is taken as a whole. */
export const wholeWay = <T>(label: string): Way<{ readonly value: T }> => ({
  merge: (sides, choices) => {
    const merging = new Merging(choices);
    return { next: merging.record([], sides), clashes: merging.clashes };
  },
  words: (from, to) => (isSameFragment(from.value, to.value) ? [] : [`${label}改为包中的内容`]),
});

const LONGEST = 40;

function said(value: unknown): string {
  if (value === undefined || value === null) return '空';
  if (typeof value === 'boolean') return value ? '是' : '否';
  const points = [...(typeof value === 'string' ? value : JSON.stringify(value))];
  return `“${points.length > LONGEST ? `${points.slice(0, LONGEST).join('')}…` : points.join('')}”`;
}

/** Where two installations have had nothing in common: all that differs is a question. */
export const noBase = (mine: ObjectDefinition): ObjectDefinition => ({
  apiName: mine.apiName,
  label: mine.label,
  version: 0,
  nameField: mine.nameField,
  fields: [],
  layouts: {
    list: { columns: [], filters: [], sort: [] },
    detail: { sections: [], related: [] },
    form: { sections: [] },
  },
  rules: [],
  access: mine.access,
});
