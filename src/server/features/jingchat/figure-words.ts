import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueKind, valueType } from '#generators/field-types/registry.ts';
import { isDate, unitOf } from '#shared/assistant/field-facts.ts';
import type { Measure, Plan } from '#shared/assistant/plan.ts';
import { type AskableObject, measureWordOf } from '#shared/assistant/vocabulary.ts';
import { formatMoney } from '#shared/money/format.ts';

type Counted = Pick<AskableObject, 'measureWord'>;

const OF_NUMBERS = { sum: '合计', avg: '平均', min: '最低', max: '最高' } as const;

/** What a number is called: 数量, 融资总额合计, 平均融资总额, 最早成立时间. */
export function measureLabel({ fn }: Measure, field: FieldDefinition | undefined): string {
  if (fn === 'count' || !field) return '数量';
  if (fn === 'distinct') return `不同的${field.label}`;
  if (isDate(field)) return `${fn === 'min' ? '最早' : '最晚'}${field.label}`;
  return fn === 'sum' ? `${field.label}${OF_NUMBERS.sum}` : `${OF_NUMBERS[fn]}${field.label}`;
}

/** The unit of the numbers as charts have it: CNY for amounts. */
export function figureUnit({ fn }: Measure, field: FieldDefinition | undefined, counted: Counted): string {
  if (fn === 'count' || !field) return measureWordOf(counted);
  if (fn === 'distinct') return '个';
  if (valueKind(field) === 'money') return 'CNY';
  return valueType(field).share ? '%' : unitOf(field);
}

/** What groups are by: 所在地区, or 城市 where a level of it is meant. */
export const groupLabel = (group: Plan['group'], field: FieldDefinition | undefined): string =>
  group?.called ?? field?.label ?? '';

const grouped = (digits: string): string => digits.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

/** A number for reading: 1,234 家, 3.5亿人民币, 12.5%. What is not known is said. */
export function figureText(
  value: string | null,
  measure: Measure,
  field: FieldDefinition | undefined,
  counted: Counted,
): string {
  if (measure.fn === 'count' || !field) return `${grouped(value ?? '0')} ${measureWordOf(counted)}`;
  if (measure.fn === 'distinct') return `${grouped(value ?? '0')} 个`;
  if (value === null) return valueKind(field) === 'money' ? '未披露' : '未知';
  if (isDate(field)) return value.slice(0, 10);
  if (valueKind(field) === 'money') return formatMoney(value, measure.currency ?? 'CNY');
  const isPlain = field.config?.notation === 'plain';
  return `${isPlain ? value : grouped(value)}${figureUnit(measure, field, counted)}`;
}

/** How many records: 12 家. */
export const countWords = (total: number, counted: Counted): string =>
  `${grouped(String(total))} ${measureWordOf(counted)}`;

/** What the first of an order is: 最多, 最高, 最晚. */
export function superlative({ fn }: Measure, field: FieldDefinition | undefined, order: 'asc' | 'desc'): string {
  const isMost = order === 'desc';
  if (fn === 'count' || fn === 'distinct' || !field) return isMost ? '最多' : '最少';
  if (isDate(field)) return isMost ? '最晚' : '最早';
  return isMost ? '最高' : '最低';
}
