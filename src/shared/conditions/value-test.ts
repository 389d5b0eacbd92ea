import type { Comparison, Operator } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ValueKind } from '#generators/field-types/field-type.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import { branchesOf } from './branches.ts';
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

/** Numbers as exact decimal text; an end that is absent is open, one named `…Without` is not part of the range. */
export interface NumberRange {
  readonly from?: string;
  readonly to?: string;
  readonly fromWithout?: string;
  readonly toWithout?: string;
}

/** One question about one value. A value that is nothing answers no to all of them. */
export type ValueTest =
  /** Is anything known? */
  | { readonly test: 'known' }
  /** Is the value, exactly as kept, one of these? Of money: its currency or its band. */
  | { readonly test: 'oneOf'; readonly part: 'value' | 'currency' | 'band'; readonly values: readonly unknown[] }
  /** Does the text hold this one, there, whatever its case? No character is a wildcard. */
  | { readonly test: 'holds'; readonly where: 'anywhere' | 'start' | 'end'; readonly text: string }
  /** Is the number in the range? Of money: its CNY equivalent. */
  | { readonly test: 'number'; readonly range: NumberRange }
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

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value]);
const textOf = (value: unknown): string => String(value);
/** The ends of a comparison with one value or a range; undefined where a range is open. */
const ends = ({ op, value }: Comparison): readonly (string | undefined)[] =>
  (op === 'between' ? list(value) : [value, value]).map((end) => (end === null ? undefined : textOf(end)));

function numberRange(comparison: Comparison): NumberRange {
  const { op } = comparison;
  const number = textOf(comparison.value);
  if (op === 'lt') return { toWithout: number };
  if (op === 'lte') return { to: number };
  if (op === 'gt') return { fromWithout: number };
  if (op === 'gte') return { from: number };
  const [from, to] = ends(comparison);
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

function dayRange(comparison: Comparison, today: string): DayRange {
  const { op, value } = comparison;
  if (op === 'before') return daysBefore(textOf(value));
  if (op === 'after') return daysAfter(textOf(value));
  const [from, to] = ends(comparison);
  return relativeDays(op, Number(value), today) ?? daysFromTo(from, to);
}

function instantRange(comparison: Comparison, today: string): InstantRange {
  const { op, value } = comparison;
  if (op === 'before') return { until: instantsOf(textOf(value)).from };
  if (op === 'after') return { from: instantsOf(textOf(value)).until };
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
  return { test: 'oneOf', part, values: op === 'under' ? branchesOf(field, list(value)) : list(value) };
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
    case 'money':
      return { test: 'number', range: numberRange(comparison) };
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
 * | contains, startsWith, endsWith | the text holds the other, A–Z and a–z alike, `%` and `_` as they are |
 * | containsAny, containsAll | the list has one, or all, of those given |
 * | under | the option is one of those given or below one in the tree |
 * | on, between | all of the date is in the period: `2019` is the whole year, for an instant of Asia/Shanghai |
 * | before, after | all of the date is before the first, or after the last, moment of the period |
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
