import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { treeOf } from '#generators/option-tree.ts';

const NO_OPTIONS: [] = [];

/** The options given and everything below them in the field's tree; an option that is gone counts as itself. */
export const branchesOf = (field: FieldDefinition, values: readonly unknown[]): readonly string[] =>
  treeOf(field.selectOptions ?? NO_OPTIONS).under(values.map(String));
