import type { Condition } from '#schemas/metadata/condition.ts';
import type { Through } from '#schemas/metadata/detail.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, ReferenceValue } from '#schemas/metadata/value.ts';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { treeOf } from '#generators/option-tree.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { canCompare } from '#shared/charts/grouping.ts';
import type { SortKey } from '#server/core/conditions/keyset.ts';
import type { OpenedList, OpenList } from '#server/core/lists/opened-list.ts';

/** Rows of a list that is paged by number, because its order is worked out for each question. */
export interface Slice {
  readonly limit: number;
  readonly offset: number;
}

/** A way over another object, with fields that are there and open to the person. */
export interface Way {
  readonly via: OpenedList;
  readonly from: readonly FieldDefinition[];
  readonly to: readonly FieldDefinition[];
  readonly date: FieldDefinition | undefined;
  readonly latestFirst: boolean;
}

/** The record that a list starts from, and an order that replaces the list's own. */
export interface Ranking {
  readonly id: string;
  /** Are the records listed of its own object? Then it is left out itself. */
  readonly isSameObject: boolean;
  readonly sort?: SortKey | undefined;
  readonly filter?: Condition | undefined;
}

/** One respect in which records may be alike: any of `values`, and for single values `itself` above all. */
export interface AlikeTerm {
  readonly field: FieldDefinition;
  readonly values: readonly string[];
  readonly itself: string;
}

/** The fields of a list that are there, open to the person, and of the kind wanted; the others are left out. */
export function openFields(
  { object, scope }: OpenedList,
  apiNames: readonly string[],
  fits: (field: FieldDefinition) => boolean = () => true,
): FieldDefinition[] {
  return apiNames.flatMap((apiName) => {
    const field = object.field(apiName);
    return field && !isSealed(field) && scope.readable(field) && fits(field) ? [field] : [];
  });
}

/**
 * The condition of a layout on the records of a list, as the person may ask it; `undefined` where there is none, null
 * where a field of it is gone or closed: records to leave out could not be identified.
 */
export function openFilter({ object, scope }: OpenedList, filter: unknown): Condition | undefined | null {
  if (filter === undefined) return undefined;
  try {
    const fields = withSystemFields(object.definition, object.fields).filter(scope.readable);
    return parseCondition({ fields, apiName: object.definition.apiName, others: scope.others }, filter);
  } catch (error) {
    if (error instanceof ConditionFault) return null;
    throw error;
  }
}

/** Links of an object that point at another one and are open to the person. */
export const openLinks = (list: OpenedList, apiNames: readonly string[], target: string): FieldDefinition[] =>
  openFields(list, apiNames, (field) => field.targetApiName === target);

/** The way as far as it is open; undefined when it leads nowhere. @throws Failure when the list on the way is closed. */
export function planWay(through: Through, home: string, target: string, open: OpenList): Way | undefined {
  const via = open(through.objectApiName);
  const from = openLinks(via, through.from, home);
  const to = openLinks(via, through.to, target);
  if (from.length === 0 || to.length === 0) return undefined;
  const [date] = through.date === undefined ? [] : openFields(via, [through.date]);
  return { via, from, to, date, latestFirst: through.order === 'latest' && date !== undefined };
}

/** Values of a list that others are compared with: no user reads why the fortieth label is the same. */
const MAX_COMPARED = 30;

const entries = (value: FieldValue): string[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map((entry) =>
    typeof entry === 'string' ? entry : (entry as ReferenceValue).id,
  );

/** Values that make another record alike in a field: for a tree everything in the same branch of the root. */
export function alikeTerm(field: FieldDefinition, value: FieldValue): AlikeTerm | undefined {
  if (!canCompare(field) || value === undefined || value === null || value === '') return undefined;
  const values = entries(value).slice(0, MAX_COMPARED);
  const [itself] = values;
  if (itself === undefined) return undefined;
  if (fieldType(field).options !== 'tree') return { field, values, itself };
  const tree = treeOf(field.selectOptions ?? []);
  return { field, values: tree.under([tree.path(itself)[0]?.value ?? itself]), itself };
}

/** The part of a value that two records share: common entries, the common branch; undefined when there is none. */
export function sharedValue(field: FieldDefinition, mine: FieldValue, theirs: FieldValue): FieldValue {
  if (mine === undefined || mine === null || theirs === undefined || theirs === null) return undefined;
  if (fieldType(field).options === 'tree') {
    const tree = treeOf(field.selectOptions ?? []);
    const [own, other] = [tree.path(mine as string), tree.path(theirs as string)];
    return own.findLast((option, depth) => other[depth]?.value === option.value)?.value;
  }
  const own = new Set(entries(mine));
  if (!Array.isArray(theirs)) return own.has(entries(theirs)[0] ?? '') ? theirs : undefined;
  const common = (theirs as readonly FieldValue[]).filter((entry) => own.has(entries(entry)[0] ?? ''));
  return common.length > 0 ? (common as FieldValue) : undefined;
}
