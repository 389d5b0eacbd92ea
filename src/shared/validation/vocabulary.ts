import type { CurrencyValue } from '#schemas/metadata/value.ts';
import { isDateTimeText } from '#generators/field-types/date-time.ts';
import { firstDay, isDateText, lastDay } from '#generators/field-types/date.ts';
import { isHostSound } from '#generators/field-types/host.ts';
import { compareExact, parseExact } from '#shared/money/exact.ts';

/**
 * The formats and keywords that our schemas use beyond JSON Schema, as plain functions, so that ajv on the server and
 * the closures everywhere mean the same by them.
 */

const anyText = (): boolean => true;

/** Formats by name. Those that only name the kind of a text are distinguished by the `pattern` beside them. */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'full-date': (text) => text.length === 10 && isDateText(text),
  'partial-date': isDateText,
  instant: isDateTimeText,
  url: isHostSound,
  phone: anyText,
  'email-address': anyText,
  decimal: anyText,
  option: anyText,
  'file-url': anyText,
};

/** A keyword of ours: for which JSON type it speaks and whether a value of that type meets it. */
export interface OwnKeyword {
  readonly type: 'string' | 'object';
  readonly schemaType: 'string' | 'boolean';
  readonly meets: (expected: unknown, value: unknown) => boolean;
}

/** Compares decimal texts by value. Text that is no number passes: its pattern has already refused it. */
function ordered(smaller: unknown, larger: unknown): boolean {
  const [left, right] = [parseExact(smaller), parseExact(larger)];
  return !left || !right || compareExact(left, right) <= 0;
}

/** A known amount is a number with its currency, or a band instead of the number. */
function isAmountOrBand(value: unknown): boolean {
  const { num, currency, band } = value as CurrencyValue;
  return num === undefined ? band !== undefined : currency !== undefined && band === undefined;
}

/** The day, month or year of a date or an instant. */
const dayOf = (value: unknown): string => (value as string).slice(0, 10);
const isDay = (value: unknown): boolean => isDateText(dayOf(value));

/** Our keywords by name. The bounds of dates are days; a date that names only a month or a year passes where a day of it would. */
export const KEYWORDS: Readonly<Record<string, OwnKeyword>> = {
  decimalMinimum: { type: 'string', schemaType: 'string', meets: (minimum, value) => ordered(minimum, value) },
  decimalMaximum: { type: 'string', schemaType: 'string', meets: (maximum, value) => ordered(value, maximum) },
  dateMinimum: {
    type: 'string',
    schemaType: 'string',
    meets: (minimum, value) => !isDay(value) || lastDay(dayOf(value)) >= (minimum as string),
  },
  dateMaximum: {
    type: 'string',
    schemaType: 'string',
    meets: (maximum, value) => !isDay(value) || firstDay(dayOf(value)) <= (maximum as string),
  },
  amountOrBand: {
    type: 'object',
    schemaType: 'boolean',
    meets: (wanted, value) => wanted !== true || isAmountOrBand(value),
  },
};
