import type { Comparison, Condition, Operator } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueKind, valueType } from '#generators/field-types/registry.ts';
import { Exact, exactText } from '#shared/money/exact.ts';
import type { AmountReading } from './amount.ts';
import { unitOf } from './field-facts.ts';
import type { Period } from './calendar.ts';
import type { TimeReading } from './time.ts';

const offers = (field: FieldDefinition, operator: string): operator is Operator =>
  valueType(field).operators.some((one) => one === operator);

const first = (field: FieldDefinition, ...operators: readonly Operator[]): Operator | undefined =>
  operators.find((operator) => offers(field, operator));

/** The field holds one of some values, or a branch below one; undefined where the field cannot be compared so. */
export function holds(field: FieldDefinition, values: readonly unknown[]): Comparison | undefined {
  const one = values.length === 1;
  const op = one ? first(field, 'under', 'containsAny', 'eq', 'in') : first(field, 'under', 'containsAny', 'in');
  if (op === undefined) return undefined;
  return { field: field.apiName, op, value: op === 'eq' ? values[0] : values };
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^百?万亿/u, '1000000000000'],
  [/^亿/u, '100000000'],
  [/^千万/u, '10000000'],
  [/^百万/u, '1000000'],
  [/^万/u, '10000'],
  [/^千/u, '1000'],
];

/** How many of what was said one of the field is: 10亿 of a field in 万元 is 100000. */
function scaleOf(field: FieldDefinition, text: string): string {
  if (!/[万亿千百wk]/u.test(text)) return '1';
  const unit = unitOf(field);
  return UNITS.find(([pattern]) => pattern.test(unit))?.[1] ?? '1';
}

/** The values that an amount means, as a condition; undefined for an amount in another currency than the field is compared in. */
export function lies(field: FieldDefinition, { amount }: AmountReading, text: string): Condition | undefined {
  if (amount.currency !== undefined && amount.currency !== 'CNY') return undefined;
  const scale = scaleOf(field, text);
  const value = (number: string): unknown => {
    const exact = exactText(new Exact(number).div(scale));
    return valueKind(field) === 'integer' && Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
  };
  const compare = (op: Operator, number: string): Comparison => ({ field: field.apiName, op, value: value(number) });
  if (amount.num !== undefined && amount.lo === undefined && amount.hi === undefined) return compare('eq', amount.num);
  const { lo, hi, loIncluded, hiIncluded } = amount;
  if (lo !== undefined && hi !== undefined && loIncluded && hiIncluded)
    return lo === hi ? compare('eq', lo) : { field: field.apiName, op: 'between', value: [value(lo), value(hi)] };
  const ends = [
    ...(lo === undefined ? [] : [compare(loIncluded ? 'gte' : 'gt', lo)]),
    ...(hi === undefined ? [] : [compare(hiIncluded ? 'lte' : 'lt', hi)]),
  ];
  return ends.length > 1 ? { and: ends } : ends[0];
}

/** A number of a year, month or day as a field holds it that is no date. */
const yearOf = (day: string): number => Number(day.slice(0, 4));

function inYears(field: FieldDefinition, { start, end }: Period): Comparison | undefined {
  const [from, to] = [start, end].map((day) => (day === undefined ? null : yearOf(day)));
  if (from !== undefined && from === to && from !== null) return { field: field.apiName, op: 'eq', value: from };
  return offers(field, 'between') ? { field: field.apiName, op: 'between', value: [from, to] } : undefined;
}

/** The days of a period, as a condition; undefined where the field has none. A period that stays true tomorrow is kept as such. */
export function within(field: FieldDefinition, { period }: TimeReading): Condition | undefined {
  if (valueKind(field) === 'integer') return inYears(field, period);
  const { relative, start, end } = period;
  if (relative && offers(field, relative.operator)) {
    const { operator: op, value } = relative;
    return { field: field.apiName, op, ...(value !== undefined && { value }) };
  }
  const { apiName } = field;
  if (start !== undefined && end !== undefined)
    return start === end && offers(field, 'on')
      ? { field: apiName, op: 'on', value: start }
      : { field: apiName, op: 'between', value: [start, end] };
  if (start !== undefined) return { field: apiName, op: first(field, 'notBefore', 'gte') ?? 'notBefore', value: start };
  return end === undefined
    ? undefined
    : { field: apiName, op: first(field, 'notAfter', 'lte') ?? 'notAfter', value: end };
}
