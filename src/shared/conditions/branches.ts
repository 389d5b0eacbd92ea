import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { treeOf } from '#generators/option-tree.ts';

const NO_OPTIONS: [] = [];

/**
 * The options from one to another in the order that staff gave them, whichever of the two comes first; an end that is
 * null is open. None where an end is no option any more.
 */
export function optionsBetween(field: FieldDefinition, [from, to]: readonly unknown[]): readonly string[] {
  const values = (field.selectOptions ?? NO_OPTIONS).map(({ value }) => value);
  const first = from === null ? 0 : values.indexOf(String(from));
  const last = to === null ? values.length - 1 : values.indexOf(String(to));
  return first < 0 || last < 0 ? [] : values.slice(Math.min(first, last), Math.max(first, last) + 1);
}

/** The options given and everything below them in the field's tree; an option that is gone counts as itself. */
export const branchesOf = (field: FieldDefinition, values: readonly unknown[]): readonly string[] =>
  treeOf(field.selectOptions ?? NO_OPTIONS).under(values.map(String));
