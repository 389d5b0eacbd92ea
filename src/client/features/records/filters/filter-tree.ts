import type { Comparison, Condition } from '#schemas/metadata/condition.ts';

/** A filter as the bar shows it: members under one and/or. */
export interface FilterRoot {
  readonly join: 'and' | 'or';
  readonly members: readonly Condition[];
}

/** Takes a filter apart at its top. No filter is an empty `and`. */
export function filterRoot(filter: Condition | undefined): FilterRoot {
  if (!filter) return { join: 'and', members: [] };
  if ('and' in filter) return { join: 'and', members: filter.and };
  return 'or' in filter ? { join: 'or', members: filter.or } : { join: 'and', members: [filter] };
}

/** Puts a filter together again; undefined when nothing is left. */
export function joinFilter({ join, members }: FilterRoot): Condition | undefined {
  if (members.length < 2) return members[0];
  return join === 'and' ? { and: members } : { or: members };
}

/** Narrows a filter by one more condition. */
export function addCondition(filter: Condition | undefined, added: Condition): Condition | undefined {
  const root = filterRoot(filter);
  if (root.join === 'and') return joinFilter({ join: 'and', members: [...root.members, added] });
  return { and: [...(filter ? [filter] : []), added] };
}

/** The filter with one top-level member exchanged, or taken out when `next` is undefined. */
export function replaceMember(
  filter: Condition | undefined,
  at: Condition,
  next: Condition | undefined,
): Condition | undefined {
  const { join, members } = filterRoot(filter);
  return joinFilter({ join, members: members.flatMap((member) => (member === at ? (next ?? []) : member)) });
}

/** The member of a filter that is a condition, or says the same; undefined where there is none. */
export function memberOf(filter: Condition | undefined, at: Condition | undefined): Condition | undefined {
  if (!at) return undefined;
  const { members } = filterRoot(filter);
  const text = JSON.stringify(at);
  return members.find((member) => member === at) ?? members.find((member) => JSON.stringify(member) === text);
}

/** What is left of a filter without one of its members. */
export const withoutMember = (filter: Condition | undefined, at: Condition | undefined): Condition | undefined =>
  at ? replaceMember(filter, at, undefined) : filter;

export const isComparison = (condition: Condition): condition is Comparison => 'field' in condition;

/** The comparison that narrows the whole list by one field, if any. */
export function comparisonOn(filter: Condition | undefined, apiName: string): Comparison | undefined {
  const { join, members } = filterRoot(filter);
  if (join === 'or' && members.length > 1) return undefined;
  return members.filter(isComparison).find((member) => member.field === apiName);
}
