import type { ListView } from '#schemas/api/list-view.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { MAX_VIEW_NAME } from '#schemas/generated/api/views.ts';
import type { ListState } from '#shared/lists/list-state.ts';
import { chipWords } from '#client/features/records/filters/chip-words.ts';
import { shortLabel } from '#client/features/records/filters/label-of.ts';
import { conditionWords, type LabelOf, type WordSource } from '#shared/conditions/condition-words.ts';
import { filterRoot, isComparison } from '#client/features/records/filters/filter-tree.ts';

/**
 * What a view may be called: its keyword and its filters as their chips say them, `半导体 · A轮 至 B轮 · ≥5000万`; of a list
 * that is only ordered its order. Empty where there is nothing to call it by.
 */
export function proposedName(
  { filter, keyword, sort = [] }: Pick<ListState, 'filter' | 'keyword' | 'sort'>,
  { fields }: Pick<ListView, 'fields'>,
  others: WordSource['others'],
  labelOf: LabelOf,
  listNames?: WordSource['listNames'],
): string {
  const fieldOf = (apiName: string): FieldDefinition | undefined => fields.find((field) => field.apiName === apiName);
  const { join, members } = filterRoot(filter);
  const words = members.map((member) => {
    const field = isComparison(member) ? fieldOf(member.field) : undefined;
    if (!isComparison(member) || !field) return conditionWords(member, { fields, others, listNames }, labelOf);
    const short = chipWords(member, field, labelOf);
    return SAYS_NOTHING_ALONE.has(short) ? shortLabel(field) + short : short;
  });
  const narrowed = [keyword.trim(), words.join(join === 'or' ? ' 或 ' : PART)].filter(Boolean).join(PART);
  const orders = sort.flatMap(({ field }) => fieldOf(field)?.label ?? []);
  const name = narrowed || (orders.length > 0 ? `按${orders.join('、')}排序` : '');
  return [...name].slice(0, MAX_VIEW_NAME).join('');
}

const PART = ' · ';
const SAYS_NOTHING_ALONE: ReadonlySet<string> = new Set(['是', '否', '已填写', '未填写']);
