import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Sort } from '#schemas/metadata/sort.ts';
import type { CurrencyValue, FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { firstDay } from '#generators/field-types/date.ts';
import { fullInstant } from '#generators/field-types/date-time.ts';
import { fieldType, valueKind } from '#generators/field-types/registry.ts';
import { compareExact, parseExact } from '#shared/money/exact.ts';

/** A record with its id, as a list returns it. */
export interface Kept {
  readonly id: string;
  readonly values: RecordValues;
}

const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

function compareNumbers(a: unknown, b: unknown): number {
  const [left, right] = [parseExact(String(a)), parseExact(String(b))];
  return left && right ? compareExact(left, right) : NaN;
}

/** What a list orders a value by; undefined for nothing. */
function sortable(field: FieldDefinition, value: FieldValue): string | number | undefined {
  if (value === undefined || value === null) return undefined;
  switch (valueKind(field)) {
    case 'money':
      return (value as CurrencyValue).equivalentMoney;
    case 'date':
      return firstDay(String(value));
    case 'instant':
      return fullInstant(String(value));
    default:
      return typeof value === 'number' ? value : String(value);
  }
}

const NUMBERS = new Set(['integer', 'decimal', 'money']);

/** The order of a list, worked out without a database: an absent value is last, the id breaks ties as the last key goes. */
export function recordOrder(fields: readonly FieldDefinition[], sort: readonly Sort[]): (a: Kept, b: Kept) => number {
  return (a, b) => {
    for (const { field: apiName, order } of sort) {
      const field = fields.find((candidate) => candidate.apiName === apiName);
      if (!field) throw new Error(`No field ${apiName}`);
      const [left, right] = [sortable(field, a.values[apiName]), sortable(field, b.values[apiName])];
      if (left === undefined && right === undefined) continue;
      if (left === undefined) return 1;
      if (right === undefined) return -1;
      const options = fieldType(field).optionOrder?.(field);
      if (options) {
        const places = [left, right].map((value) => options.indexOf(String(value)));
        const [first = 0, second = 0] = places.map((at) => (order === 'desc' && at >= 0 ? options.length - at : at));
        if (first !== second) return first === -1 ? 1 : second === -1 ? -1 : first - second;
        continue;
      }
      const compared = NUMBERS.has(valueKind(field))
        ? compareNumbers(left, right)
        : compareTexts(String(left), String(right));
      if (compared !== 0) return order === 'asc' ? compared : -compared;
    }
    const last = sort.filter(({ field }, index) => sort.findIndex((key) => key.field === field) === index).at(-1);
    return (Number(a.id) - Number(b.id)) * (last?.order === 'asc' ? 1 : -1);
  };
}
