import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldType, JsonSchema, Operand, ParsedText } from './field-type.ts';
import { DATE_OPERATORS, FREE_TEXTS } from './parts.ts';

/** A day, or with `config.partial` a month or a year. The day is checked against the calendar by the `date` format. */
const DATE_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';
const PARTIAL_DATE_PATTERN = '^\\d{4}(-\\d{2}(-\\d{2})?)?$';

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True for a year, month or day that exists, from year 1000 to 9999. */
export function isDateText(text: string): boolean {
  const match = /^([1-9]\d{3})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), match[2] && Number(match[2]), match[3] && Number(match[3])];
  if (!month) return match[2] === undefined;
  if (month > 12) return false;
  if (!day) return match[3] === undefined;
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  return day <= (DAYS_IN_MONTH[month - 1] ?? 0) + leap;
}

/** First day of what a date text names: `2019-06` → `2019-06-01`. */
export const firstDay = (text: string): string => `${text}-01-01`.slice(0, 10);

/** Last day of what a date text names: `2019-02` → `2019-02-28`. */
export function lastDay(text: string): string {
  if (text.length === 10) return text;
  if (text.length === 4) return `${text}-12-31`;
  for (let day = 31; day > 28; day -= 1) if (isDateText(`${text}-${day}`)) return `${text}-${day}`;
  return `${text}-28`;
}

/**
 * What a date may be where its field says nothing: before the oldest companies that are in business and beyond every
 * term of a contract there are only mistakes, such as 1201 for 2021.
 */
const EARLIEST = '1600-01-01';
const LATEST = '2199-12-31';

/** Bounds of a date or an instant as JSON Schema, in days. */
export const dateBounds = ({ config }: FieldDefinition): JsonSchema => ({
  dateMinimum: config?.earliest ?? EARLIEST,
  dateMaximum: config?.latest ?? LATEST,
});

const SHAPES: readonly RegExp[] = [
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s].*)?$/,
  /^(\d{4})[-/.年](\d{1,2})月?$/,
  /^(\d{4})年?$/,
  /^(\d{4})(\d{2})(\d{2})$/,
];

/** Reads the date shapes that people and files use; a part that is missing stays missing. */
export function dateFromText(text: string, partial: boolean): ParsedText {
  const match = SHAPES.map((shape) => shape.exec(text.normalize('NFKC').trim())).find(Boolean);
  const value = match
    ?.slice(1)
    .filter(Boolean)
    .map((part) => part.padStart(2, '0'))
    .join('-');
  if (!value || !isDateText(value)) return { reason: '不是日期' };
  return partial || value.length === 10 ? { value } : { reason: '日期不完整，需要年月日' };
}

const dateOperand = (value: unknown): Operand =>
  typeof value === 'string' && isDateText(value)
    ? { value }
    : { reason: '应为存在的日期，如 2019、2019-06 或 2019-06-30' };

export const date: FieldType = {
  type: 'date',
  label: '日期',
  aliases: ['年月日'],
  attributes: [
    'required',
    'partial',
    'earliest',
    'latest',
    'dateFormat',
    'placeholder',
    'help',
    'default',
    'defaultFormula',
    'unique',
    'uniqueWithin',
    'sortable',
    'width',
  ],
  operators: DATE_OPERATORS,
  kind: 'date',
  readsFrom: FREE_TEXTS,
  group: 'period',
  align: 'start',
  width: 120,
  operand: dateOperand,
  schema: (field) => ({
    type: 'string',
    format: field.config?.partial ? 'partial-date' : 'full-date',
    pattern: field.config?.partial ? PARTIAL_DATE_PATTERN : DATE_PATTERN,
    ...dateBounds(field),
  }),
  columns: (field) => [
    { name: field.apiName, sqlType: 'date', index: field.config?.sortable ? 'sorted' : undefined },
    // How much of the date is known: 4, 7 or 10 characters of its text.
    { name: `${field.apiName}_precision`, sqlType: 'smallint' },
  ],
  sortColumn: (field) => field.apiName,
  toColumns: (value) => (typeof value === 'string' ? [firstDay(value), value.length] : [null, null]),
  fromColumns: ([day, precision]) => (day === null ? undefined : (day as string).slice(0, Number(precision ?? 10))),
  fromText: (text, field) => dateFromText(text, field.config?.partial === true),
  toText: (value) => String(value ?? ''),
};
