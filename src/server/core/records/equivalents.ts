import type { Currency, FieldDefinition } from '#schemas/metadata/field.ts';
import type { CurrencyValue, FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { isMoney } from '#generators/field-types/registry.ts';
import { type RateTable, toCny } from '#shared/money/rates.ts';
import { dayOf } from '#shared/rules/days.ts';

/** The day whose rate an amount is converted at: that of its date field, else `today`. */
function rateDay(field: FieldDefinition, values: RecordValues, today: string): string {
  const named = field.config?.rateDateField;
  const value = named === undefined ? undefined : values[named];
  return (typeof value === 'string' ? dayOf(value) : undefined) ?? today;
}

/** The record with the CNY equivalent of every amount, worked out again; an amount without a known rate has none. */
export function withEquivalents(
  fields: readonly FieldDefinition[],
  values: RecordValues,
  rates: RateTable,
  today: string,
): RecordValues {
  const result: Record<string, FieldValue> = { ...values };
  for (const field of fields) {
    const money = isMoney(field) ? (values[field.apiName] as CurrencyValue | null | undefined) : undefined;
    if (!money) continue;
    const { equivalentMoney: _stale, ...known } = money;
    const { num, currency } = known;
    const equivalentMoney =
      num !== undefined && currency !== undefined
        ? toCny(num, currency as Currency, rateDay(field, values, today), rates)
        : undefined;
    result[field.apiName] = equivalentMoney === undefined ? known : { ...known, equivalentMoney };
  }
  return result;
}
