import type { Comparison, Operator } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { periodLabel } from '#generators/presets.ts';
import { OPERATOR_FORMS } from '#generators/operators.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { formatMoney } from '#shared/money/format.ts';
import { comparisonWords, type LabelOf, valueWords } from '#shared/conditions/condition-words.ts';

const SHOWN_VALUES = 3;

/** What precedes the value of a comparison where a sign is shorter than its word. */
const SIGNS: Readonly<Partial<Record<Operator, string>>> = {
  eq: '',
  in: '',
  containsAny: '',
  bandIs: '',
  currencyIs: '',
  on: '',
  under: '',
  gt: '＞',
  gte: '≥',
  lt: '＜',
  lte: '≤',
  ne: '不是 ',
  notIn: '不含 ',
  containsNone: '不含 ',
  containsAll: '同时含 ',
  contains: '含 ',
  notContains: '不含 ',
  notBefore: '不早于 ',
  notAfter: '不晚于 ',
};

/** Has the field's tree anything below one of these options? */
type HasBelow = (value: string) => boolean;

/** E.g. `1亿–5亿`, `≥5000万`, `≤1000万`; amounts without the name of their currency, which is always CNY. */
export function rangeWords(field: FieldDefinition, from: unknown, to: unknown): string {
  const { kind, share } = valueType(field);
  const one = (value: unknown) => {
    const text = String(value);
    if (kind === 'money' || field.config?.notation === 'amount') return formatMoney(text);
    return `${text}${share ? '%' : (field.config?.unit ?? '')}`;
  };
  if (to === null || to === undefined) return `≥${one(from)}`;
  return from === null || from === undefined ? `≤${one(to)}` : `${one(from)}–${one(to)}`;
}

const isNumber = (field: FieldDefinition): boolean => ['integer', 'decimal', 'money'].includes(valueType(field).kind);

function rangeOf(comparison: Comparison, field: FieldDefinition, one: (value: unknown) => string): string {
  const [from, to] = comparison.value as readonly unknown[];
  if (isNumber(field)) return rangeWords(field, from, to);
  if (to === null) return field.selectOptions ? `${one(from)} 及以后` : `不早于 ${one(from)}`;
  if (from === null) return field.selectOptions ? `${one(to)} 及以前` : `不晚于 ${one(to)}`;
  return `${one(from)} 至 ${one(to)}`;
}

/** The part of a filter's chip behind the field's label, as short as it can be told: `半导体（含细分）`, `≥5000万`, `近一年`. */
export function chipWords(
  comparison: Comparison,
  field: FieldDefinition,
  labelOf: LabelOf,
  hasBelow: HasBelow = () => false,
): string {
  const { op, value, possibly } = comparison;
  const { shape } = OPERATOR_FORMS[op];
  const bands = possibly ? '（含区间披露）' : '';
  const one = (entry: unknown) => valueWords(entry, comparison, field, labelOf);
  if (op === 'empty') return '未填写';
  if (op === 'notEmpty') return '已填写';
  const period = periodLabel(comparison);
  if (period !== undefined) return period;
  if (op === 'between' && Array.isArray(value)) return rangeOf(comparison, field, one) + bands;
  const sign = SIGNS[op];
  if (sign === undefined || shape === 'nothing') return comparisonWords(comparison, field, labelOf);
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  const texts = values
    .slice(0, SHOWN_VALUES)
    .map((entry) =>
      isNumber(field) && !OPERATOR_FORMS[op].read ? rangeWords(field, entry, entry).split('–')[0] : one(entry),
    );
  const more = values.length > SHOWN_VALUES ? ` 等 ${values.length} 项` : '';
  const below = op === 'under' && values.some((entry) => hasBelow(String(entry))) ? '（含细分）' : '';
  return `${sign}${texts.join('、')}${more}${below}${bands}`;
}
