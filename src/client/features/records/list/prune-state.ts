import type { ListView } from '#schemas/api/list-view.ts';
import type { Comparison, Condition, Existence } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { offeredColumns } from '#generators/converted-columns.ts';
import { currentName, hasFormerNames } from '#generators/former-names.ts';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import { readOwnName } from '#generators/own-columns.ts';
import type { ListState } from '#shared/lists/list-state.ts';
import { listingOf, type OwnFields, withOwn } from './listed.ts';

/** A list's state cut down to what its layout can do, and in Chinese what was dropped. */
export interface PrunedList {
  readonly state: ListState;
  readonly notices: readonly string[];
}

/**
 * Drops what the layout no longer knows: comparisons, sorts and columns of fields that are gone or have changed type.
 * `labelOf` names a field that is gone, from what was known before. `own` are the columns of the list that all rows are on;
 * while they are not known, what is asked of them is kept. The same state comes back when nothing was dropped.
 */
export function pruneListState(
  asked: ListState,
  view: ListView,
  labelOf: (apiName: string) => string = (apiName) => apiName,
  own?: OwnFields,
): PrunedList {
  const notices: string[] = [];
  const state = withCurrentFields(asked, view.fields);
  const on = listingOf(state.filter)?.inList;
  const isKept = (name: string) => on !== undefined && readOwnName(name)?.listId === on && own?.listId !== on;
  const whole = own?.listId === on ? withOwn(view, own) : view;
  const columns = offeredColumns(whole);
  const known = (apiName: string) => columns.find((column) => column.field.apiName === apiName);
  const filter = state.filter && pruneCondition(state.filter, whole, { labelOf, isKept, notices });
  const sort = state.sort?.filter(({ field }) => isKept(field) || known(field)?.sortable === true);
  if (sort && sort.length !== state.sort?.length) notices.push('部分排序字段已不存在或不能排序，已移除');
  const shown = state.columns?.filter((apiName) => known(apiName));
  const pinned = state.pinned.filter((apiName) => known(apiName));
  const display = state.display === 'table' || view[state.display] ? state.display : 'table';
  const pruned = { ...state, filter, sort, columns: shown && shown.length > 0 ? shown : undefined, pinned, display };
  const isWhole =
    shown?.length === state.columns?.length && pinned.length === state.pinned.length && display === state.display;
  return notices.length > 0 || !isWhole ? { state: pruned, notices } : { state, notices };
}

/** An address may be older than the names of its fields. */
function withCurrentFields(state: ListState, fields: readonly FieldDefinition[]): ListState {
  if (!hasFormerNames(fields)) return state;
  const named = (name: string) => currentName(fields, name);
  const { filter, sort, columns, widths } = state;
  return {
    ...state,
    filter: filter && withCurrentComparisons(filter, named),
    sort: sort?.map((key) => ({ ...key, field: named(key.field) })),
    columns: columns?.map(named),
    pinned: state.pinned.map(named),
    widths: Object.fromEntries(Object.entries(widths).map(([name, width]) => [named(name), width])),
  };
}

function withCurrentComparisons(condition: Condition, named: (name: string) => string): Condition {
  const again = (member: Condition) => withCurrentComparisons(member, named);
  if ('and' in condition) return { and: condition.and.map(again) };
  if ('or' in condition) return { or: condition.or.map(again) };
  if ('not' in condition) return { not: again(condition.not) };
  return 'field' in condition ? { ...condition, field: named(condition.field) } : condition;
}

interface Pruning {
  readonly labelOf: (apiName: string) => string;
  readonly isKept: (apiName: string) => boolean;
  readonly notices: string[];
}

function pruneCondition(
  condition: Condition,
  view: Pick<ListView, 'fields' | 'pointing'>,
  pruning: Pruning,
): Condition | undefined {
  const { labelOf, isKept, notices } = pruning;
  const again = (member: Condition) => pruneCondition(member, view, pruning);
  const members = (list: readonly Condition[]) => list.flatMap((member) => again(member) ?? []);
  if ('and' in condition) return group(members(condition.and), (and) => ({ and }));
  if ('or' in condition) return group(members(condition.or), (or) => ({ or }));
  if ('not' in condition) {
    const inner = again(condition.not);
    return inner && { not: inner };
  }
  // Who may read a list, or a note, is for the server to say.
  if ('inList' in condition || 'noted' in condition) return condition;
  if ('field' in condition && isKept(condition.field)) return condition;
  const word =
    'exists' in condition ? missingLink(condition, view.pointing ?? []) : faultOf(condition, view.fields, labelOf);
  if (word === undefined) return condition;
  notices.push(word);
  return undefined;
}

/** The fields of the other object are not at hand: the server judges the condition on them. */
function missingLink({ exists }: Existence, pointing: NonNullable<ListView['pointing']>): string | undefined {
  const other = pointing.find(({ objectApiName }) => objectApiName === exists.objectApiName);
  const isWhole = exists.fields.every((name) => other?.fields.some(({ apiName }) => apiName === name));
  return isWhole ? undefined : `按“${other?.label ?? exists.objectApiName}”的记录筛选的条件已失效，已移除`;
}

const group = (members: readonly Condition[], make: (members: readonly Condition[]) => Condition) =>
  members.length > 1 ? make(members) : members[0];

function faultOf(
  comparison: Comparison,
  fields: readonly FieldDefinition[],
  labelOf: (apiName: string) => string,
): string | undefined {
  if (!fields.some((field) => field.apiName === comparison.field && field.removed !== true)) {
    if (readOwnName(comparison.field)) return '清单自定义列的筛选条件只在该清单内有效，已移除';
    return `字段“${labelOf(comparison.field)}”已不存在，相关筛选条件已移除`;
  }
  try {
    parseCondition({ fields }, comparison);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof ConditionFault) return `字段“${labelOf(comparison.field)}”的筛选条件已失效，已移除`;
    throw thrown;
  }
}
