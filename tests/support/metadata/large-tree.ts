import type { OptionSet, SelectOption } from '#schemas/metadata/option-set.ts';

/** Branches below each branch, from the first level to the last: 5,800 options. */
const WIDTHS = [8, 4, 5, 5, 6] as const;
const ROOTS = ['半导体', '医疗器械', '新能源', '现代农业', '仓储物流', '职业教育', '金融科技', '汽车零件'] as const;
const LEVELS = ['', '门类', '大类', '中类', '小类'] as const;

function below(parent: SelectOption | undefined, root: string, depth: number): SelectOption[] {
  return Array.from({ length: WIDTHS[depth] ?? 0 }, (_, index) => {
    const name = depth === 0 ? (ROOTS[index] ?? '') : root;
    const at = parent ? `${parent.value}-${index + 1}` : `t${index + 1}`;
    const option: SelectOption = {
      value: at,
      label: depth === 0 ? name : `${name}${LEVELS[depth]}${at.slice(1)}`,
      ...(parent && { parent: parent.value }),
    };
    return [option, ...below(option, name, depth + 1)];
  }).flat();
}

/** A tree of five levels that is too large for a page. The first path is t1, t1-1, t1-1-1, …; labels name their root. */
export const LARGE_TREE: OptionSet = {
  name: 'nationalIndustry',
  label: '国民经济行业',
  kind: 'tree',
  options: below(undefined, '', 0),
};

/** An option of the last level with the labels of the way to it. */
export const DEEP = {
  value: 't2-3-4-5-6',
  path: ['医疗器械', '医疗器械门类2-3', '医疗器械大类2-3-4', '医疗器械中类2-3-4-5', '医疗器械小类2-3-4-5-6'],
} as const;

/** The field of an object that holds one option of the tree. */
export const LARGE_FIELD = {
  apiName: 'nationalIndustry',
  type: 'treeSelect',
  label: '国标行业',
  config: { optionSet: LARGE_TREE.name },
} as const;
