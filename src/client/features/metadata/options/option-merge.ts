import type { OptionSet, SelectOption } from '#schemas/metadata/option-set.ts';

/** Two people's work on one option set, together; `clashes` says in words where both changed the same thing. */
export interface MergedOptions {
  readonly optionSet: OptionSet;
  readonly clashes: readonly string[];
}

const PARTS = [
  ['label', '名称'],
  ['parent', '上级'],
  ['aliases', '别名'],
  ['retired', '停用'],
] as const;

const isSame = (left: unknown, right: unknown) => JSON.stringify(left ?? null) === JSON.stringify(right ?? null);
const byValue = (set: OptionSet) => new Map(set.options.map((option) => [option.value, option]));

/** Values in the order of `first`, those that only `second` has behind the one that they follow there. */
function order(first: readonly string[], second: readonly string[]): readonly string[] {
  const merged = [...first];
  const known = new Set(first);
  second.forEach((value, index) => {
    if (known.has(value)) return;
    known.add(value);
    merged.splice(index === 0 ? 0 : merged.indexOf(second[index - 1] ?? '') + 1, 0, value);
  });
  return merged;
}

function mergeOne(base: SelectOption | undefined, mine: SelectOption, theirs: SelectOption, clashes: string[]) {
  const merged: Record<string, unknown> = { ...theirs };
  for (const [key, title] of PARTS) {
    if (isSame(mine[key], base?.[key])) continue;
    if (!isSame(theirs[key], base?.[key]) && !isSame(theirs[key], mine[key]))
      clashes.push(`选项“${mine.label}”的${title}：双方都改了，保留了您的`);
    merged[key] = mine[key];
    if (mine[key] === undefined) Reflect.deleteProperty(merged, key);
  }
  return merged as SelectOption;
}

/** My changes since `base` on top of what somebody else saved meanwhile. */
export function mergeOptions(base: OptionSet, mine: OptionSet, theirs: OptionSet): MergedOptions {
  const clashes: string[] = [];
  const [old, own, other] = [byValue(base), byValue(mine), byValue(theirs)];
  const common = (set: OptionSet) => set.options.map(({ value }) => value).filter((value) => old.has(value));
  const values = (set: OptionSet) => set.options.map(({ value }) => value);
  const isReordered = !isSame(common(mine), common(base));
  const sequence = isReordered ? order(values(mine), values(theirs)) : order(values(theirs), values(mine));
  const options = sequence.flatMap((value) => {
    const [left, right] = [own.get(value), other.get(value)];
    if (left && right) return [mergeOne(old.get(value), left, right, clashes)];
    return left ?? right ?? [];
  });
  const label = mine.label === base.label ? theirs.label : mine.label;
  if (mine.label !== base.label && theirs.label !== base.label && mine.label !== theirs.label)
    clashes.push('选项集的名称：双方都改了，保留了您的');
  return { optionSet: { ...theirs, label, options }, clashes };
}
