import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';
import type { Operator } from '#schemas/metadata/condition.ts';
import { wholePattern } from '#generators/whole-pattern.ts';
import type { FieldType, JsonSchema, Operand } from './field-type.ts';

/** Parts that several field types share. */

export const TEXT_OPERATORS: readonly Operator[] = [
  'contains',
  'notContains',
  'eq',
  'ne',
  'startsWith',
  'endsWith',
  'in',
  'notIn',
  'empty',
  'notEmpty',
];
export const NUMBER_OPERATORS: readonly Operator[] = [
  'between',
  'notBetween',
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'empty',
  'notEmpty',
];
export const DATE_OPERATORS: readonly Operator[] = [
  'between',
  'on',
  'before',
  'after',
  'notBefore',
  'notAfter',
  'thisWeek',
  'thisMonth',
  'thisQuarter',
  'thisYear',
  'lastWeek',
  'lastMonth',
  'lastQuarter',
  'lastYear',
  'lastDays',
  'nextDays',
  'lastMonths',
  'lastYears',
  'empty',
  'notEmpty',
];
export const CHOICE_OPERATORS: readonly Operator[] = ['in', 'notIn', 'eq', 'ne', 'empty', 'notEmpty'];
export const LIST_OPERATORS: readonly Operator[] = ['containsAny', 'containsAll', 'containsNone', 'empty', 'notEmpty'];

const MAX_TEXT_OPERAND = 500;

/** Types in which users wrote what they liked: many of their texts may be values of another type. */
export const FREE_TEXTS: readonly FieldTypeName[] = ['text', 'longText'];
/** Types whose values all have a text that says the same. */
export const WRITTEN: readonly FieldTypeName[] = [
  'select',
  'multiSelect',
  'treeSelect',
  'textList',
  'integer',
  'decimal',
  'percent',
  'date',
  'dateTime',
  'boolean',
];

/** No database text holds a NUL character or half of a surrogate pair. */
const isStorable = (value: string): boolean => !value.includes('\0') && value.isWellFormed();

/** A piece of text in a comparison. */
export const textOperand = (value: unknown): Operand =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT_OPERAND && isStorable(value)
    ? { value }
    : { reason: `应为 1 到 ${MAX_TEXT_OPERAND} 个字符的文本` };

/** The value of an option in a comparison. */
export const optionOperand = (value: unknown): Operand =>
  typeof value === 'string' && value !== '' && value.length <= 64 && isStorable(value)
    ? { value }
    : { reason: '应为选项的值' };

/** A number in a comparison, kept as exact text. */
export const decimalOperand = (value: unknown): Operand => {
  const digits = Number.isSafeInteger(value) ? String(value) : value;
  return typeof digits === 'string' && /^-?\d{1,24}(\.\d{1,12})?$/.test(digits)
    ? { value: digits }
    : { reason: '应为数字' };
};

/** For the types that are compared with nothing. */
export const noOperand = (): Operand => ({ reason: '此字段不能与值比较' });

/** Largest text kept when a field says nothing, in code points. */
export const DEFAULT_MAX_LENGTH = 500;
export const DEFAULT_MAX_LONG_LENGTH = 20000;
export const DEFAULT_MAX_ITEMS = 99;

/** What a text field asks of its values as JSON Schema; lengths count code points. */
export function lengthSchema(field: FieldDefinition, fallback: number): JsonSchema {
  const minimum = field.minLength ? { minLength: field.minLength } : {};
  const { pattern } = field.config ?? {};
  const shape = pattern === undefined ? {} : { pattern: wholePattern(pattern) };
  return { type: 'string', ...minimum, maxLength: field.maxLength ?? fallback, ...shape };
}

/** A field kept in one text column. */
export const textStorage = {
  columns: (field: FieldDefinition) =>
    [{ name: field.apiName, sqlType: 'text', index: field.config?.sortable ? 'sorted' : undefined }] as const,
  sortColumn: (field: FieldDefinition) => field.apiName,
  toColumns: (value: unknown) => [value ?? null],
  fromColumns: ([value]: readonly unknown[]) => (value === null ? undefined : value),
} satisfies Pick<FieldType, 'columns' | 'sortColumn' | 'toColumns' | 'fromColumns'>;

/** A field kept in one JSON column, which lists can neither order nor look into. */
export const jsonStorage = {
  columns: (field: FieldDefinition) => [{ name: field.apiName, sqlType: 'jsonb' }] as const,
  sortColumn: () => null,
  toColumns: (value: unknown) => [value === null || value === undefined ? null : JSON.stringify(value)],
  fromColumns: ([value]: readonly unknown[]) => (value === null ? undefined : value),
} satisfies Pick<FieldType, 'columns' | 'sortColumn' | 'toColumns' | 'fromColumns'>;

/** Splits a typed or imported list at the separators people use in Chinese and English. */
export function splitList(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,，、;；|\n]+/)
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  ];
}

const DECIMAL = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d+))?(万亿|亿|万|千|百)?$/;
const UNIT_ZEROS: Record<string, number> = { 百: 2, 千: 3, 万: 4, 亿: 8, 万亿: 12 };

/**
 * Text to exact decimal text without leading or trailing zeros: `1,250.50` → `1250.5`, `３.5亿` → `350000000`.
 * Null when it is not a number.
 */
export function decimalFromText(text: string): string | null {
  // Digits, points and commas of the full width of an ideogram are what an input method for Chinese gives.
  const match = DECIMAL.exec(text.normalize('NFKC').trim());
  if (!match || (match[2] === undefined && match[3] === undefined)) return null;
  const shift = match[4] ? (UNIT_ZEROS[match[4]] ?? 0) : 0;
  const whole = (match[2] ?? '').replaceAll(',', '');
  const fraction = (match[3] ?? '').padEnd(shift, '0');
  const integer = (whole + fraction.slice(0, shift)).replace(/^0+(?=\d)/, '') || '0';
  const rest = fraction.slice(shift).replace(/0+$/, '');
  const digits = rest ? `${integer}.${rest}` : integer;
  return match[1] === '-' && digits !== '0' ? `-${digits}` : digits;
}

/** Decimal text as PostgreSQL gives it (`12.50`) to the shortest equal text (`12.5`). */
export function trimDecimal(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Pattern of decimal text with at most so many decimals. */
export function decimalPattern(places: number): string {
  return places > 0 ? `^-?(0|[1-9]\\d{0,23})(\\.\\d{1,${places}})?$` : '^-?(0|[1-9]\\d{0,23})$';
}

/** Bounds of decimal text, as our own keywords: plain JSON Schema cannot compare text as numbers. */
export function decimalBounds(field: FieldDefinition): JsonSchema {
  const { min, max } = field.config ?? {};
  return { ...(min !== undefined && { decimalMinimum: min }), ...(max !== undefined && { decimalMaximum: max }) };
}
