import type { RecordRow } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { CurrencyValue } from '#schemas/metadata/value.ts';
import { fieldOfColumn } from '#generators/converted-columns.ts';
import { dayOf } from '#shared/rules/days.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { groupDigits } from '#client/ui/field-types/texts/group-digits.ts';

/** What an amount in CNY was worked out from: the amount in its own currency, and the day of the rate where the row has it. */
export function convertedHover({ apiName, config }: FieldDefinition, row: RecordRow): string | undefined {
  const { num, currency, equivalentMoney } = (recordValue(row, fieldOfColumn(apiName)) ?? {}) as CurrencyValue;
  if (num === undefined || equivalentMoney === undefined) return undefined;
  const whole = `${groupDigits(equivalentMoney)} CNY`;
  if (currency === 'CNY') return whole;
  const date = config?.rateDateField === undefined ? undefined : recordValue(row, config.rateDateField);
  const day = typeof date === 'string' ? dayOf(date) : undefined;
  const rate = day === undefined ? config?.help : `按 ${day} 的汇率折算`;
  return `${whole}：${groupDigits(num)} ${currency ?? ''}，${rate ?? ''}`;
}
