import type { OptionSet } from '#schemas/metadata/option-set.ts';
import type { MergeClash } from '#shared/metadata/merge-parts.ts';

const ATTRIBUTES: Readonly<Record<string, string>> = {
  label: '名称',
  parent: '上级',
  levelBelow: '下级的称呼',
  aliases: '别名',
  tone: '颜色',
  atLeast: '至少金额',
  below: '不足金额',
  retired: '停用',
};

/** The place of a clash in words, e.g. 选项“高兴”的名称. */
export function optionClashPlace({ path }: MergeClash, { options }: OptionSet): string {
  const [head, value = '', attribute] = path;
  if (head === 'label') return '选项集的名称';
  if (head === 'levels') return '各级名称';
  if (attribute === undefined && value === 'order') return '选项的顺序';
  const option = `选项“${options.find((candidate) => candidate.value === value)?.label ?? value}”`;
  return attribute === undefined ? option : `${option}的${ATTRIBUTES[attribute] ?? attribute}`;
}
