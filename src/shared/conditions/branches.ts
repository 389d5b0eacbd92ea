import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';

type Children = ReadonlyMap<string | undefined, readonly SelectOption[]>;

/** A tree of regions has thousands of options and is asked on every list; its shape is worked out once per version. */
const TREES = new WeakMap<readonly SelectOption[], Children>();

function childrenOf(options: readonly SelectOption[]): Children {
  const known = TREES.get(options);
  if (known) return known;
  const children = Map.groupBy(options, (option) => option.parent);
  TREES.set(options, children);
  return children;
}

/** The options given and everything below them in the field's tree; an option that is gone stands for itself. */
export function branchesOf(field: FieldDefinition, values: readonly unknown[]): readonly string[] {
  const children = childrenOf(field.selectOptions ?? []);
  const found = new Set(values.map(String));
  // A set grows while it is walked, and takes each value once: a loop in the data ends.
  for (const value of found) for (const child of children.get(value) ?? []) found.add(child.value);
  return [...found];
}
