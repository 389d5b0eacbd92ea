import type { AmountReading } from '#schemas/metadata/import-mapping.ts';
import { CURRENCIES, type FieldDefinition } from '#schemas/metadata/field.ts';
import type { CurrencyValue } from '#schemas/metadata/value.ts';
import type { ParsedText } from '#generators/field-types/field-type.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { Exact, exactText } from '#shared/money/exact.ts';

const EXPONENT = /^[+-]?\d+(\.\d+)?[eE][+-]?\d{1,2}$/;

/** Digits as the field types read them: `1.234,5` with a decimal comma, and `2.6E+12`, written out. */
function plainDigits(text: string, decimalSign: '.' | ',' | undefined): string {
  const signed = decimalSign === ',' ? text.replaceAll('.', '').replaceAll(',', '.') : text;
  return EXPONENT.test(signed.trim()) ? exactText(new Exact(signed.trim())) : signed;
}

const scaled = (digits: string, times: string | undefined): string =>
  times === undefined ? digits : exactText(new Exact(digits).times(times));

/** Reads numbers that are no money, by the same rules. */
export function numberReader(field: FieldDefinition, reading: AmountReading): (text: string) => ParsedText {
  const type = fieldType(field);
  return (text) => {
    const parsed = type.fromText(plainDigits(text, reading.decimalSign), field);
    if (reading.times === undefined || !('value' in parsed)) return parsed;
    return type.fromText(scaled(String(parsed.value), reading.times), field);
  };
}

/**
 * Reads amounts. The currency is that of the row's own column where the mapping names one, else the one written beside
 * the number, else the mapping's, else the field's.
 */
export function amountReader(
  field: FieldDefinition,
  reading: AmountReading,
): (text: string, currency: string) => ParsedText {
  const type = fieldType(field);
  const usual: FieldDefinition = reading.currency === undefined ? field : { ...field, currencyUnit: reading.currency };
  return (text, named) => {
    const parsed = type.fromText(plainDigits(text, reading.decimalSign), usual);
    const money = 'value' in parsed ? (parsed.value as CurrencyValue) : undefined;
    if (!money || money.num === undefined) return parsed;
    const num = scaled(money.num, reading.times);
    if (reading.currencyColumn === undefined) return { value: { ...money, num } };
    const code = named.trim().toUpperCase();
    if (code === '' && reading.currency === undefined) return { reason: '金额没有写明币种' };
    const currency = code === '' ? reading.currency : CURRENCIES.find((known) => known === code);
    return currency === undefined ? { reason: `不支持币种“${named.trim()}”` } : { value: { ...money, num, currency } };
  };
}
