import type { FieldType } from './field-type.ts';
import {
  decimalBounds,
  decimalFromText,
  decimalOperand,
  decimalPattern,
  FREE_TEXTS,
  NUMBER_OPERATORS,
  trimDecimal,
} from './parts.ts';

export const DEFAULT_DECIMAL_PLACES = 2;

/** An exact number, as text on the wire: JSON numbers would lose digits. */
export const decimal: FieldType = {
  type: 'decimal',
  label: '小数',
  aliases: ['数字', '数值'],
  attributes: [
    'required',
    'decimalPlaces',
    'min',
    'max',
    'unit',
    'notation',
    'placeholder',
    'help',
    'default',
    'defaultFormula',
    'sortable',
    'presets',
    'width',
  ],
  operators: NUMBER_OPERATORS,
  kind: 'decimal',
  readsFrom: FREE_TEXTS,
  align: 'end',
  width: 120,
  operand: decimalOperand,
  schema: (field) => ({
    type: 'string',
    format: 'decimal',
    pattern: decimalPattern(field.decimalPlaces ?? DEFAULT_DECIMAL_PLACES),
    ...decimalBounds(field),
  }),
  columns: (field) => [
    { name: field.apiName, sqlType: 'numeric', index: field.config?.sortable ? 'sorted' : undefined },
  ],
  sortColumn: (field) => field.apiName,
  toColumns: (value) => [value ?? null],
  fromColumns: ([value]) => (value === null ? undefined : trimDecimal(value as string)),
  fromText: (text) => {
    const value = decimalFromText(text);
    return value === null ? { reason: '不是数字' } : { value };
  },
  toText: (value) => String(value ?? ''),
};
