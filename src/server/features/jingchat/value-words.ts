import type { Currency, FieldDefinition } from '#schemas/metadata/field.ts';
import type { CurrencyValue, FieldValue } from '#schemas/metadata/value.ts';
import { isMoney, valueType } from '#generators/field-types/registry.ts';
import { formatMoney } from '#shared/money/format.ts';

/** A value of a row as users read it: options by their labels, links by the names of their records; empty for none. */
export function shownText(given: unknown, field: FieldDefinition): string {
  const value = given as FieldValue | undefined;
  if (value === undefined || value === null) return '';
  const { num, currency } = value as CurrencyValue;
  if (isMoney(field) && num !== undefined) return formatMoney(num, currency as Currency | undefined);
  return valueType(field).toText(value, field);
}
