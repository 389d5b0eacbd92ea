import type { Comparison, Condition, Existence, Listing, Noted } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { OPEN_END, OPERATOR_FORMS } from '#generators/operators.ts';
import type { ConditionSource } from '#generators/filters.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { CURRENCY_NAMES } from '#generators/field-types/currency.ts';
import { formatMoney } from '#shared/money/format.ts';

/** How a stored option value, or a record by its id, is called. */
export type LabelOf = (value: string, field: FieldDefinition) => string;

const SHOWN_VALUES = 3;

/** What the words of a condition are made of: fields of the list, and of other objects as far as they are known. */
export interface WordSource {
  readonly fields: readonly FieldDefinition[];
  readonly others?: ConditionSource['others'];
  /** Records that point here are said with the fields by which they do. */
  readonly namesLinks?: boolean;
  /** Names of lists of records by id, as far as they are known. */
  readonly listNames?: Pick<ReadonlyMap<string, string>, 'get'> | undefined;
}

/** A condition as a person would say it, e.g. `行业 属于（含下级） 人工智能`; of long lists as many values as `most`. */
export function conditionWords(
  condition: Condition,
  source: WordSource,
  labelOf: LabelOf,
  most: number = SHOWN_VALUES,
): string {
  const words = (member: Condition) => conditionWords(member, source, labelOf, most);
  const inner = (member: Condition) => ('and' in member || 'or' in member ? `（${words(member)}）` : words(member));
  if ('and' in condition) return condition.and.map(inner).join(' 且 ');
  if ('or' in condition) return condition.or.map(inner).join(' 或 ');
  if ('not' in condition) return `非（${words(condition.not)}）`;
  if ('exists' in condition) return existenceWords(condition, source, labelOf, most);
  if ('inList' in condition) return listingWords(condition, source);
  if ('noted' in condition) return notedWords(condition);
  const field = source.fields.find((candidate) => candidate.apiName === condition.field);
  return field ? `${field.label} ${comparisonWords(condition, field, labelOf, most)}` : condition.field;
}

/** E.g. `在清单“我的关注”中`. */
export function listingWords({ inList }: Listing, { listNames }: Pick<WordSource, 'listNames'>): string {
  const name = listNames?.get(inList);
  return name === undefined ? '在指定的清单中' : `在清单“${name}”中`;
}

/** E.g. `有我的笔记`, `笔记包含“复盘”`. */
function notedWords({ noted: { isOwn, contains } }: Noted): string {
  if (contains === undefined) return '有我的笔记';
  return `${isOwn ? '我的笔记' : '笔记'}包含“${contains}”`;
}

/** E.g. `至少 2 条交易事件满足：轮次 是其中之一 A轮`; with the links `至少 2 条交易事件（经企业）满足：…`. */
function existenceWords(
  { exists }: Existence,
  { others, namesLinks, listNames }: WordSource,
  labelOf: LabelOf,
  most: number,
): string {
  const { objectApiName, fields: names, filter, atLeast = 1 } = exists;
  const { label = objectApiName, fields = [] } = others?.(objectApiName) ?? {};
  const links = names.map((name) => fields.find(({ apiName }) => apiName === name)?.label ?? name);
  const way = namesLinks ? `（经${links.join('、')}）` : '';
  const source = { fields, others, listNames, ...(namesLinks && { namesLinks }) };
  const which = filter ? `满足：${conditionWords(filter, source, labelOf, most)}` : '';
  return `至少 ${atLeast} 条${label}${way}${which}`;
}

/** The part of a comparison behind the field's label. */
export function comparisonWords(
  comparison: Comparison,
  field: FieldDefinition,
  labelOf: LabelOf,
  most: number = SHOWN_VALUES,
): string {
  const { label, shape } = OPERATOR_FORMS[comparison.op];
  if (shape === 'nothing') return label;
  if (shape === 'count') return label.replace('N', String(comparison.value ?? 'N'));
  const values = Array.isArray(comparison.value) ? (comparison.value as unknown[]) : [comparison.value];
  const texts = values.map((value) => (value === null ? OPEN_END : valueWords(value, comparison, field, labelOf)));
  const bands = comparison.possibly ? '（含区间披露）' : '';
  if (shape === 'range') return `${label} ${texts.join(' 至 ')}${bands}`;
  const more = texts.length > most ? ` 等 ${texts.length} 项` : '';
  return `${label} ${texts.slice(0, most).join('、')}${more}${bands}`;
}

const isKeyOf = <Key extends string>(table: Readonly<Record<Key, unknown>>, text: string): text is Key => text in table;

/** One value of a comparison. */
export function valueWords(value: unknown, comparison: Comparison, field: FieldDefinition, labelOf: LabelOf): string {
  if (typeof value === 'object' && value !== null) {
    const link = value as { id?: unknown; name?: unknown };
    return String(link.name ?? labelOf(String(link.id), field));
  }
  const text = String(value);
  const { kind, options, share } = valueType(field);
  if (comparison.op === 'currencyIs') return isKeyOf(CURRENCY_NAMES, text) ? CURRENCY_NAMES[text] : text;
  if (comparison.op === 'bandIs') return labelOf(text, field);
  if (kind === 'money') return formatMoney(text, 'CNY');
  if (kind === 'boolean') return value === true ? '是' : '否';
  if (share) return `${text}%`;
  return options !== undefined || kind === 'link' || kind === 'links' ? labelOf(text, field) : text;
}
