import type { Comparison } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import type { OptionTree } from '#generators/option-tree.ts';
import { isList, valueType } from '#generators/field-types/registry.ts';
import { optionsBetween } from '#shared/conditions/branches.ts';

/** One line of a list or a tree of choices. */
export interface ChoiceRow {
  readonly option: SelectOption;
  readonly depth: number;
  /** Undefined where nothing is below it. */
  readonly isOpen: boolean | undefined;
  readonly label: string;
}

/** The lines of a tree as far as its branches are open, or those that a text finds with the way to them. */
export function choiceRows(
  tree: OptionTree,
  open: ReadonlySet<string>,
  found: readonly SelectOption[] | undefined,
): readonly ChoiceRow[] {
  if (found)
    return found.map((option) => ({ option, depth: 0, isOpen: undefined, label: tree.pathText(option.value) }));
  const rows = (parent: string | undefined, depth: number): ChoiceRow[] =>
    tree.children(parent).flatMap((option) => {
      const isOpen = tree.hasBelow(option.value) ? open.has(option.value) : undefined;
      const row = { option, depth, isOpen, label: option.label };
      return isOpen ? [row, ...rows(option.value, depth + 1)] : [row];
    });
  return rows(undefined, 0);
}

/** The comparison that several choices of a field mean; undefined for none. */
export function choiceComparison(field: FieldDefinition, values: readonly string[]): Comparison | undefined {
  if (values.length === 0) return undefined;
  const { options, kind } = valueType(field);
  const [only] = values;
  // Yes and no together leave everything that says either.
  if (kind === 'boolean')
    return values.length > 1
      ? { field: field.apiName, op: 'notEmpty' }
      : { field: field.apiName, op: 'eq', value: only === 'true' };
  const op = options === 'tree' ? 'under' : isList(field) || kind === 'texts' ? 'containsAny' : 'in';
  return { field: field.apiName, op, value: [...values] };
}

/** What a comparison chooses, where it is one of those that a list of choices can show. */
export function chosenValues(field: FieldDefinition, current: Comparison | undefined): readonly string[] {
  if (!current) return [];
  const { op, value } = current;
  const values = (Array.isArray(value) ? (value as unknown[]) : [value]).map(String);
  if (op === 'between' && Array.isArray(value)) return optionsBetween(field, value as unknown[]);
  if (valueType(field).kind === 'boolean' && op === 'notEmpty') return ['true', 'false'];
  return ['in', 'under', 'containsAny', 'eq'].includes(op) ? values : [];
}

/** The choices with one more, or without it: a branch means all that is below it as well. */
export function toggled(tree: OptionTree, chosen: readonly string[], value: string): readonly string[] {
  if (chosen.includes(value)) return chosen.filter((entry) => entry !== value);
  const above = new Set(tree.path(value).map((option) => option.value));
  const below = new Set(tree.under([value]));
  return [...chosen.filter((entry) => !above.has(entry) && !below.has(entry)), value];
}

/**
 * The ends of a range with one more press: of a range of one it becomes the other end, else another range begins with it.
 */
export function rangeWith(current: Comparison | undefined, field: FieldDefinition, value: string): Comparison {
  const [from, to] = current?.op === 'between' && Array.isArray(current.value) ? (current.value as unknown[]) : [];
  const isBegun = from !== undefined && from === to && from !== value;
  const ends = isBegun ? optionsBetween(field, [from, value]) : [value];
  return { field: field.apiName, op: 'between', value: [ends[0] ?? value, ends.at(-1) ?? value] };
}
