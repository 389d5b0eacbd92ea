import type { Comparison, Condition, Existence, Listing, Noted } from '#schemas/metadata/condition.ts';
import { filterRoot, isComparison, joinFilter, type FilterRoot } from './filter-tree.ts';

/** One line of a filter while it is edited. The key stays with the line, so that its inputs keep what is in them. */
export type DraftRow = {
  readonly key: number;
  /** The opposite is meant. */
  readonly isNegated: boolean;
} & (
  | { readonly kind: 'comparison'; readonly comparison: Comparison }
  | { readonly kind: 'existence'; readonly existence: DraftExistence }
  | { readonly kind: 'listing'; readonly listing: Listing }
  | { readonly kind: 'noted'; readonly noted: Noted['noted'] }
  | { readonly kind: 'group'; readonly group: DraftGroup }
);

/** Records of another object that point here, while their condition is edited. */
export interface DraftExistence {
  readonly objectApiName: string;
  readonly fields: readonly string[];
  /** Undefined while there is no number. */
  readonly atLeast: number | undefined;
  readonly filter: DraftGroup;
}

/** Lines under one and/or. */
export interface DraftGroup {
  readonly join: FilterRoot['join'];
  readonly rows: readonly DraftRow[];
}

const EMPTY_GROUP: DraftGroup = { join: 'and', rows: [] };
let lastKey = 0;
const nextKey = () => (lastKey += 1);

/** A line that compares. */
export const comparisonRow = (comparison: Comparison, isNegated = false): DraftRow => ({
  key: nextKey(),
  isNegated,
  kind: 'comparison',
  comparison,
});

/** A line that asks for records that point here, whatever they say. */
export const existenceRow = (objectApiName: string, fields: readonly string[]): DraftRow => ({
  key: nextKey(),
  isNegated: false,
  kind: 'existence',
  existence: { objectApiName, fields, atLeast: 1, filter: { join: 'and', rows: [] } },
});

/** A line that asks for notes of the user. */
export const notedRow = (): DraftRow => ({ key: nextKey(), isNegated: false, kind: 'noted', noted: { isOwn: true } });

/** A group of one line, joined the other way than the group around it. */
export const groupRow = (around: FilterRoot['join'], first: Comparison): DraftRow => ({
  key: nextKey(),
  isNegated: false,
  kind: 'group',
  group: { join: around === 'and' ? 'or' : 'and', rows: [comparisonRow(first)] },
});

const open = ({ join, members }: FilterRoot): DraftGroup => ({ join, rows: members.map((one) => openRow(one, false)) });

function openRow(member: Condition, isNegated: boolean): DraftRow {
  if (isComparison(member)) return comparisonRow(member, isNegated);
  if ('not' in member) return openRow(member.not, !isNegated);
  if ('exists' in member) {
    const { filter, atLeast = 1, ...rest } = member.exists;
    return { key: nextKey(), isNegated, kind: 'existence', existence: { ...rest, atLeast, filter: openDraft(filter) } };
  }
  if ('inList' in member) return { key: nextKey(), isNegated, kind: 'listing', listing: member };
  if ('noted' in member) return { key: nextKey(), isNegated, kind: 'noted', noted: member.noted };
  return { key: nextKey(), isNegated, kind: 'group', group: open(filterRoot(member)) };
}

/** A filter opened for editing, however deep. */
export const openDraft = (filter: Condition | undefined): DraftGroup => open(filterRoot(filter));

/** What a draft means; groups left empty are gone. */
export const draftRoot = ({ join, rows }: DraftGroup): FilterRoot => ({ join, members: rows.flatMap(rowCondition) });

function rowCondition(row: DraftRow): readonly Condition[] {
  if (row.kind !== 'group') {
    const condition = lineCondition(row);
    return [row.isNegated ? { not: condition } : condition];
  }
  const { join, members } = draftRoot(row.group);
  if (members.length === 0) return [];
  const group = join === 'and' ? { and: members } : { or: members };
  return [row.isNegated ? { not: group } : group];
}

function lineCondition(row: Exclude<DraftRow, { kind: 'group' }>): Condition {
  if (row.kind === 'listing') return row.listing;
  if (row.kind === 'noted') return { noted: row.noted };
  return row.kind === 'comparison' ? row.comparison : draftExistence(row.existence);
}

function draftExistence({ filter, atLeast, ...rest }: DraftExistence): Existence {
  const condition = joinFilter(draftRoot(filter));
  // No number is no condition that can be applied, and is said at its line.
  const number = atLeast === 1 ? {} : { atLeast: atLeast ?? 0 };
  return { exists: { ...rest, ...(condition && { filter: condition }), ...number } };
}

/** Every line that is no group, from the first to the last, with the lines inside of it. */
export const draftLines = ({ rows }: DraftGroup): readonly Exclude<DraftRow, { kind: 'group' }>[] =>
  rows.flatMap((row) => {
    if (row.kind === 'group') return draftLines(row.group);
    return row.kind === 'existence' ? [row, ...draftLines(row.existence.filter)] : [row];
  });

/** The lines inside of a line, where it has some. */
export const innerGroup = (row: DraftRow): DraftGroup | undefined => {
  if (row.kind === 'group') return row.group;
  return row.kind === 'existence' ? row.existence.filter : undefined;
};

/** A line with other lines inside of it. */
export const withInner = (row: DraftRow, group: DraftGroup): DraftRow => {
  if (row.kind === 'group') return { ...row, group };
  return row.kind === 'existence' ? { ...row, existence: { ...row.existence, filter: group } } : row;
};

/** The draft with the line of a key exchanged, or taken out when `change` gives undefined. */
export function changeRow(group: DraftGroup, key: number, change: (row: DraftRow) => DraftRow | undefined): DraftGroup {
  const rows = group.rows.flatMap((row) => {
    if (row.key === key) return change(row) ?? [];
    const inner = innerGroup(row);
    return [inner ? withInner(row, changeRow(inner, key, change)) : row];
  });
  return { ...group, rows };
}

/** The draft with a line added behind the last one of a group; `undefined` is the outermost. */
export function addRow(draft: DraftGroup, into: number | undefined, added: DraftRow): DraftGroup {
  if (into === undefined) return { ...draft, rows: [...draft.rows, added] };
  return changeRow(draft, into, (row) => withInner(row, addRow(innerGroup(row) ?? EMPTY_GROUP, undefined, added)));
}

/**
 * The draft with a line one step further up or down. What is no group goes into one that it meets, and out of its own
 * at the end, so that it reaches every place; a group changes places with what it meets.
 */
export function moveRow(draft: DraftGroup, key: number, by: -1 | 1): DraftGroup {
  return move(draft, key, by).group;
}

interface Moved {
  readonly group: DraftGroup;
  /** The line that has left this group at its end. */
  readonly left?: DraftRow;
}

function move(group: DraftGroup, key: number, by: -1 | 1, isOuter = true): Moved {
  const { rows } = group;
  const at = rows.findIndex((row) => row.key === key);
  const row = rows[at];
  if (row) {
    const neighbour = rows[at + by];
    const rest = rows.filter((other) => other !== row);
    if (!neighbour) return isOuter ? { group } : { group: { ...group, rows: rest }, left: row };
    if (row.kind !== 'group' && neighbour.kind === 'group') {
      const inside = by > 0 ? [row, ...neighbour.group.rows] : [...neighbour.group.rows, row];
      const entered = { ...neighbour, group: { ...neighbour.group, rows: inside } };
      return { group: { ...group, rows: rest.map((other) => (other === neighbour ? entered : other)) } };
    }
    return { group: { ...group, rows: rest.toSpliced(at + by, 0, row) } };
  }
  for (const [place, holder] of rows.entries()) {
    const held = innerGroup(holder);
    if (!held) continue;
    // A line about another object means nothing outside.
    const { group: inner, left } = move(held, key, by, holder.kind === 'existence');
    if (inner === held) continue;
    const changed = withInner(holder, inner);
    return { group: { ...group, rows: rows.toSpliced(place, 1, ...around(changed, left, by)) } };
  }
  return { group };
}

const around = (holder: DraftRow, left: DraftRow | undefined, by: -1 | 1): readonly DraftRow[] => {
  if (!left) return [holder];
  return by > 0 ? [holder, left] : [left, holder];
};
