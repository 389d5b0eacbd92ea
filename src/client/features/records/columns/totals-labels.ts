import type { FieldTotal } from '#schemas/api/records.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isMoney, valueType } from '#generators/field-types/registry.ts';
import { formatMoney } from '#shared/money/format.ts';
import { groupDigits, writtenNumber } from '#client/ui/field-types/texts/group-digits.ts';
import type { Figure } from './totals-store.ts';

export const FIGURE_LABELS: Readonly<Record<Figure, string>> = {
  sum: '合计',
  average: '平均',
  min: '最小',
  max: '最大',
  count: '有值条数',
};

function unitOf(field: FieldDefinition): string {
  if (isMoney(field)) return ' 元';
  return valueType(field).share ? '%' : (field.config?.unit ?? '');
}

/** One figure as a cell says it: money and long numbers in 万 and 亿. A dash where nothing is known. */
export function figureLabel(field: FieldDefinition, figure: Figure, total: FieldTotal): string {
  if (figure === 'count') return total.count.toLocaleString('zh-CN');
  const value = total[figure];
  if (value === null) return '—';
  if (field.config?.notation === 'plain') return writtenNumber(value, field);
  return formatMoney(value) + (isMoney(field) ? '' : unitOf(field));
}

/** A condition in words. */
export type ConditionSaid = (condition: Condition) => string;

/** The figure to the last digit, of which records it is, and how many it is not of. */
export function exactLabel(field: FieldDefinition, figure: Figure, total: FieldTotal, said: ConditionSaid): string {
  const value = figure === 'count' ? null : total[figure];
  const first = isMoney(field) ? '折合人民币 ' : '';
  const exact = value === null ? '' : `${first}${groupDigits(value)}${unitOf(field)}`;
  const of = `${total.count.toLocaleString('zh-CN')} 条有值`;
  const without = total.unknown ? `另有 ${total.unknown.toLocaleString('zh-CN')} 条没有人民币等值，未计入` : '';
  const { left } = total;
  const counted = left
    ? `只计入：${said(left.counted as Condition)}（与各处汇总的口径一致）；另有 ${left.records.toLocaleString('zh-CN')} 条有金额而不符，未计入`
    : '';
  return [exact, of, without, counted].filter(Boolean).join('\n');
}
