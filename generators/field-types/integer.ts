import type { FieldType, Operand } from './field-type.ts';
import { decimalFromText, FREE_TEXTS, NUMBER_OPERATORS } from './parts.ts';

const integerOperand = (value: unknown): Operand => {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? { value: number } : { reason: '应为整数' };
};

/** A whole number that JSON carries exactly. */
export const integer: FieldType = {
  type: 'integer',
  label: '整数',
  aliases: ['数字', '数值'],
  attributes: [
    'required',
    'min',
    'max',
    'unit',
    'notation',
    'placeholder',
    'help',
    'default',
    'defaultFormula',
    'unique',
    'uniqueWithin',
    'sortable',
    'presets',
    'width',
  ],
  operators: NUMBER_OPERATORS,
  kind: 'integer',
  readsFrom: [...FREE_TEXTS, 'decimal'],
  group: 'number',
  align: 'end',
  width: 110,
  operand: integerOperand,
  schema: (field) => ({
    type: 'integer',
    minimum: Math.max(Number(field.config?.min ?? -Infinity), Number.MIN_SAFE_INTEGER),
    maximum: Math.min(Number(field.config?.max ?? Infinity), Number.MAX_SAFE_INTEGER),
  }),
  columns: (field) => [
    { name: field.apiName, sqlType: 'bigint', index: field.config?.sortable ? 'sorted' : undefined },
  ],
  sortColumn: (field) => field.apiName,
  toColumns: (value) => [value ?? null],
  fromColumns: ([value]) => (value === null ? undefined : Number(value)),
  fromText: (text) => {
    const digits = decimalFromText(text);
    const value = digits !== null && /^-?\d+$/.test(digits) ? Number(digits) : NaN;
    if (Number.isSafeInteger(value)) return { value };
    return { reason: Number.isNaN(value) ? '不是整数' : '数字太大' };
  },
  toText: (value) => String(value ?? ''),
};
