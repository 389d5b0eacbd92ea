import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import { filterRoot, isComparison, type FilterRoot } from './filter-tree.ts';

/** One line of a filter while it is edited. The key stays with the line, so that its inputs keep what is in them. */
export type DraftRow = { readonly key: number } & (
  | { readonly kind: 'comparison'; readonly comparison: Comparison }
  | { readonly kind: 'group'; readonly group: DraftGroup }
  /** Deeper trees come from links only: they are shown in words, and kept or deleted whole. */
  | { readonly kind: 'kept'; readonly condition: Condition }
);

/** Lines under one and/or. */
export interface DraftGroup {
  readonly join: FilterRoot['join'];
  readonly rows: readonly DraftRow[];
}

let lastKey = 0;

const open = ({ join, members }: FilterRoot, isOuter: boolean): DraftGroup => ({
  join,
  rows: members.map((member) => openRow(member, isOuter)),
});

function openRow(member: Condition, isOuter: boolean): DraftRow {
  if (isComparison(member)) return comparisonRow(member);
  lastKey += 1;
  if (!isOuter || 'not' in member) return { key: lastKey, kind: 'kept', condition: member };
  return { key: lastKey, kind: 'group', group: open(filterRoot(member), false) };
}

/** A line that compares. */
export function comparisonRow(comparison: Comparison): DraftRow {
  lastKey += 1;
  return { key: lastKey, kind: 'comparison', comparison };
}

/** A group of one line, joined the other way than the group around it. */
export function groupRow(around: FilterRoot['join'], first: Comparison): DraftRow {
  const row = comparisonRow(first);
  lastKey += 1;
  return { key: lastKey, kind: 'group', group: { join: around === 'and' ? 'or' : 'and', rows: [row] } };
}

/** A filter opened for editing. */
export const openDraft = (filter: Condition | undefined): DraftGroup => open(filterRoot(filter), true);

/** What a draft means; groups left empty are gone. */
export function draftRoot({ join, rows }: DraftGroup): FilterRoot {
  return { join, members: rows.flatMap(rowCondition) };
}

function rowCondition(row: DraftRow): readonly Condition[] {
  if (row.kind === 'comparison') return [row.comparison];
  if (row.kind === 'kept') return [row.condition];
  const { join, members } = draftRoot(row.group);
  if (members.length === 0) return [];
  return [join === 'and' ? { and: members } : { or: members }];
}
