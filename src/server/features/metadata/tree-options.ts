import { setImmediate } from 'node:timers/promises';
import { match } from 'pinyin-pro';
import { MAX_OPTIONS_FOUND, type TreeOption } from '#schemas/api/metadata.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { isCalled, type OptionTree, treeOf } from '#generators/option-tree.ts';
import { byPinyin } from '#generators/name-match.ts';

/** Names compared before other requests have their turn: about 10 ms by pinyin. */
const SLICE = 500;

const matches = byPinyin(match);

const withBelow =
  (tree: OptionTree) =>
  (option: SelectOption): TreeOption => ({ ...option, hasChildren: tree.hasBelow(option.value) });

/** Options directly below a branch. */
export function childOptions(options: readonly SelectOption[], parent: string | undefined): TreeOption[] {
  const tree = treeOf(options);
  return tree.all(parent).map(withBelow(tree));
}

/** Options by their values, each once, with those above them. */
export function optionsNamed(options: readonly SelectOption[], values: readonly string[]): TreeOption[] {
  const tree = treeOf(options);
  return [...new Set(values.flatMap((value) => tree.path(value)))].map(withBelow(tree));
}

/** Options that may be chosen and are called by a text, the first ones of the tree, with those above them. */
export async function optionsFound(
  options: readonly SelectOption[],
  text: string,
): Promise<{ found: string[]; options: TreeOption[] }> {
  const wanted = text.trim();
  const found: string[] = [];
  for (let at = 0; at < options.length && found.length < MAX_OPTIONS_FOUND; at += SLICE) {
    if (at > 0) await setImmediate();
    for (const option of options.slice(at, at + SLICE)) if (isCalled(option, wanted, matches)) found.push(option.value);
  }
  const first = found.slice(0, MAX_OPTIONS_FOUND);
  return { found: first, options: optionsNamed(options, first) };
}
