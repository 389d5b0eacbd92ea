import type { Comparison, Operator } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ValueKind } from '#generators/field-types/field-type.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import { bandsOf } from './bands.ts';
import { ends, list, type NumberRange, numberRange, textOf } from './number-range.ts';
import { branchesOf, optionsBetween } from './branches.ts';
import {
  type DayRange,
  daysAfter,
  daysBefore,
  daysFromTo,
  type InstantRange,
  instantsOf,
  instantsOfDays,
  relativeDays,
} from './periods.ts';

/** One question about one value. A value that is nothing answers no to all of them. */
export type ValueTest =
  /** Is anything known? */
  | { readonly test: 'known' }
  /** Is the value, exactly as kept, one of these? Of money: its currency or its band. */
  | { readonly test: 'oneOf'; readonly part: 'value' | 'currency' | 'band'; readonly values: readonly unknown[] }
  /** Does the text hold this one, there, whatever its case? No character is a wildcard. */
  | { readonly test: 'holds'; readonly where: 'anywhere' | 'start' | 'end'; readonly text: string }
  /** Is the number in the range? Of money: its CNY equivalent, or where there is none, is its band of CNY one of these? */
  | { readonly test: 'number'; readonly range: NumberRange; readonly bands?: readonly string[] }
  /**
   * Whether all of the date is in the range. A year or a month that only overlaps it may be outside, so it is not in
   * it.
   */
  | { readonly test: 'days'; readonly range: DayRange }
  | { readonly test: 'instants'; readonly range: InstantRange }
  /** Does the list have one of these members, or all? */
  | { readonly test: 'members'; readonly all: boolean; readonly values: readonly unknown[] };

/** What a comparison asks; `negated` takes the opposite answer, so that nothing is `ne`, `notIn`, `empty` … of everything. */
export interface Question {
  readonly ask: ValueTest;
  readonly negated: boolean;
}

const OPPOSITES: Partial<Readonly<Record<Operator, Operator>>> = {
  ne: 'eq',
  notIn: 'in',
  notBetween: 'between',
  notContains: 'contains',
  containsNone: 'containsAny',
  empty: 'notEmpty',
};

function dayRange(comparison: Comparison, today: string): DayRange {
  const { op, value } = comparison;
  if (op === 'before') return daysBefore(textOf(value));
  if (op === 'after') return daysAfter(textOf(value));
  if (op === 'notBefore') return daysFromTo(textOf(value), undefined);
  if (op === 'notAfter') return daysFromTo(undefined, textOf(value));
  const [from, to] = ends(comparison);
  return relativeDays(op, Number(value), today) ?? daysFromTo(from, to);
}

function instantRange(comparison: Comparison, today: string): InstantRange {
  const { op, value } = comparison;
  if (op === 'before') return { until: instantsOf(textOf(value)).from };
  if (op === 'after') return { from: instantsOf(textOf(value)).until };
  if (op === 'notBefore') return { from: instantsOf(textOf(value)).from };
  if (op === 'notAfter') return { until: instantsOf(textOf(value)).until };
  const relative = relativeDays(op, Number(value), today);
  if (relative) return instantsOfDays(relative);
  const [from, to] = ends(comparison);
  return {
    ...(from !== undefined && { from: instantsOf(from).from }),
    ...(to !== undefined && { until: instantsOf(to).until }),
  };
}

function oneOf(field: FieldDefinition, { op, value }: Comparison): ValueTest {
  const part = op === 'currencyIs' ? 'currency' : op === 'bandIs' ? 'band' : 'value';
  return { test: 'oneOf', part, values: chosen(field, op, list(value)) };
}

function chosen(field: FieldDefinition, op: Operator, values: readonly unknown[]): readonly unknown[] {
  if (op === 'under') return branchesOf(field, values);
  return op === 'between' ? optionsBetween(field, values) : values;
}

function amount(field: FieldDefinition, comparison: Comparison): ValueTest {
  const range = numberRange(comparison);
  const bands = bandsOf(field, comparison, comparison.possibly ? 'possibly' : 'surely');
  return { test: 'number', range, ...(bands.length > 0 && { bands }) };
}

const PLACES: Partial<Readonly<Record<Operator, 'anywhere' | 'start' | 'end'>>> = {
  contains: 'anywhere',
  startsWith: 'start',
  endsWith: 'end',
};

function ask(field: FieldDefinition, kind: ValueKind, comparison: Comparison, today: string): ValueTest {
  const { op, value } = comparison;
  if (op === 'notEmpty') return { test: 'known' };
  if (op === 'currencyIs' || op === 'bandIs') return oneOf(field, comparison);
  const where = PLACES[op];
  switch (kind) {
    case 'integer':
    case 'decimal':
      return { test: 'number', range: numberRange(comparison) };
    case 'money':
      return amount(field, comparison);
    case 'date':
      return { test: 'days', range: dayRange(comparison, today) };
    case 'instant':
      return { test: 'instants', range: instantRange(comparison, today) };
    case 'texts':
    case 'links':
      return { test: 'members', all: op === 'containsAll', values: list(value) };
    default:
      return where ? { test: 'holds', where, text: textOf(value) } : oneOf(field, comparison);
  }
}

/**
 * What a comparison means, worked out once for both the database and the predicate.
 *
 * | operator | true when |
 * |---|---|
 * | eq, in | the value is one of those given: text exactly, numbers by value, money by CNY equivalent |
 * | lt, lte, gt, gte, between | the number, or the CNY equivalent of the money, is in the range; between includes its ends |
 * | the same, of money of which only a band of CNY is known | all of the band is in the range; with `possibly`, some of it is |
 * | between, of options | the option is one of those from the first to the last in the order of the options |
 * | contains, startsWith, endsWith | the text holds the other, A–Z and a–z alike, `%` and `_` as they are |
 * | containsAny, containsAll | the list has one, or all, of those given |
 * | under | the option is one of those given or below one in the tree |
 * | on, between | all of the date is in the period: `2019` is the whole year, for an instant of Asia/Shanghai |
 * | before, after | all of the date is before the first, or after the last, moment of the period |
 * | notBefore, notAfter | all of the date is from the first moment of the period on, or ends with its last |
 * | thisWeek, thisMonth, thisQuarter, thisYear | all of the date is in the period around today; weeks start on Monday |
 * | lastWeek, lastMonth, lastQuarter, lastYear | all of the date is in the period before that one |
 * | lastDays, lastMonths, lastYears | all of the date is in the last n, today included |
 * | nextDays | all of the date is in the next n days, from tomorrow on |
 * | currencyIs, bandIs | the amount's currency, or its band, is one of those given |
 * | notEmpty | something is known: not blank text, not an empty list; money has a number or a band |
 * | ne, notIn, notBetween, notContains, containsNone, empty | eq, in, between, contains, containsAny, notEmpty is not true |
 *
 * A range whose first or last value is null is open on that side. Nothing is never equal, less, inside or part of
 * anything; the last row is therefore true for nothing. A reference compares by id. `today` is a day `YYYY-MM-DD` of
 * Asia/Shanghai. The comparison must have been parsed.
 */
export function questionOf(field: FieldDefinition, comparison: Comparison, today: string): Question {
  const opposite = OPPOSITES[comparison.op];
  const positive = opposite ? { ...comparison, op: opposite } : comparison;
  return { ask: ask(field, valueKind(field), positive, today), negated: opposite !== undefined };
}
