import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { treeOf } from '#generators/option-tree.ts';

/** A level of a tree that has names of its own: 城市 of regions, or 国家 of those below one branch. */
export interface TreeLevel {
  /** The first is the one that is shown. */
  readonly names: readonly string[];
  /** How far down its options are, 1 for the roots. */
  readonly depth: number;
}

/** The levels of a field that metadata names, each name once. */
export function levelsOf({ levels = [], selectOptions = [] }: FieldDefinition): TreeLevel[] {
  const named = levels.flatMap((names, at): TreeLevel[] => (names.length > 0 ? [{ names, depth: at + 1 }] : []));
  const apart = selectOptions.flatMap(({ value, levelBelow: names = [] }): TreeLevel[] =>
    names.length > 0 ? [{ names, depth: treeOf(selectOptions).path(value).length + 1 }] : [],
  );
  return [...named, ...apart];
}

/**
 * The option of a level on the way to an option: 广东 for the level 省份 of 深圳. A branch that ends above the level is of it
 * itself, as 北京 is a 城市, unless its levels are called otherwise. Undefined where the way has none.
 */
export function atLevel(field: FieldDefinition, value: string, name: string): string | undefined {
  const { levels = [], selectOptions = [] } = field;
  const tree = treeOf(selectOptions);
  const path = tree.path(value);
  const isApart = path.some(({ levelBelow }) => levelBelow !== undefined);
  const namesAt = (at: number): readonly string[] => path[at - 1]?.levelBelow ?? (isApart ? [] : (levels[at] ?? []));
  const found = path.find((_, at) => namesAt(at).includes(name));
  if (found) return found.value;
  const wanted = levels.findIndex((names) => names.includes(name));
  const isEnd = path.length > 0 && path.length <= wanted && tree.children(value).length === 0;
  return isEnd && !isApart ? value : undefined;
}
