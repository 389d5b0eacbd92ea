import type { Comparison, Condition, Existence } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { CurrencyValue, FieldValue, RecordValues, ReferenceValue } from '#schemas/metadata/value.ts';
import { fullInstant } from '#generators/field-types/date-time.ts';
import { firstDay, lastDay } from '#generators/field-types/date.ts';
import { compareExact, parseExact } from '#shared/money/exact.ts';
import { foldCase } from './fold-case.ts';
import type { NumberRange } from './number-range.ts';
import { questionOf, type ValueTest } from './value-test.ts';

type ValuePredicate = (value: FieldValue) => boolean;

/** The live fields that a condition may name. */
export interface PredicateSource {
  readonly fields: readonly FieldDefinition[];
  /** The records of other objects, where all that point at a record are at hand. */
  readonly others?: OtherRecords;
}

/** The records that point at others, by apiName of their object. */
export interface OtherRecords {
  readonly fields: (objectApiName: string) => readonly FieldDefinition[];
  /** All that point at a record by one of these links, each once. */
  readonly pointingAt: (
    values: RecordValues,
    objectApiName: string,
    links: readonly string[],
  ) => readonly RecordValues[];
}

function isKnown(value: FieldValue): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value !== 'object' || !('num' in value || 'band' in value || 'currency' in value)) return true;
  return value.num !== undefined || value.band !== undefined;
}

/** The number of a number or the CNY equivalent of money, as text. */
function numberText(value: FieldValue): unknown {
  if (typeof value === 'number') return String(value);
  return typeof value === 'object' && value !== null ? (value as CurrencyValue).equivalentMoney : value;
}

function inNumbers({ from, to, fromWithout, toWithout }: NumberRange): ValuePredicate {
  const [low, high] = [parseExact(from ?? fromWithout), parseExact(to ?? toWithout)];
  return (value) => {
    const number = parseExact(numberText(value));
    if (!number) return false;
    const [below, above] = [low ? compareExact(low, number) : -1, high ? compareExact(number, high) : -1];
    return (fromWithout === undefined ? below <= 0 : below < 0) && (toWithout === undefined ? above <= 0 : above < 0);
  };
}

/** Is only one of these bands known of an amount? Bands are of CNY. */
function hasBand(value: FieldValue, bands: readonly string[]): boolean {
  const { equivalentMoney, band, currency = 'CNY' } = (value ?? {}) as CurrencyValue;
  return equivalentMoney === undefined && band !== undefined && bands.includes(band) && currency === 'CNY';
}

function oneOf(part: 'value' | 'currency' | 'band', values: readonly unknown[]): ValuePredicate {
  const wanted = new Set(values);
  return (value) => {
    if (value === undefined || value === null) return false;
    if (part !== 'value') return wanted.has((value as CurrencyValue)[part]);
    return wanted.has(typeof value === 'object' ? (value as ReferenceValue).id : value);
  };
}

function holds(where: 'anywhere' | 'start' | 'end', text: string): ValuePredicate {
  const wanted = foldCase(text);
  return (value) => {
    if (typeof value !== 'string') return false;
    const folded = foldCase(value);
    if (where === 'anywhere') return folded.includes(wanted);
    return where === 'start' ? folded.startsWith(wanted) : folded.endsWith(wanted);
  };
}

function members(all: boolean, values: readonly unknown[]): ValuePredicate {
  return (value) => {
    const list = Array.isArray(value) ? (value as readonly (string | ReferenceValue)[]) : [];
    const held = new Set<unknown>(list.map((entry) => (typeof entry === 'object' ? entry.id : entry)));
    return all ? values.every((entry) => held.has(entry)) : values.some((entry) => held.has(entry));
  };
}

function compileTest(test: ValueTest): ValuePredicate {
  switch (test.test) {
    case 'known':
      return isKnown;
    case 'oneOf':
      return oneOf(test.part, test.values);
    case 'holds':
      return holds(test.where, test.text);
    case 'number': {
      const isIn = inNumbers(test.range);
      const { bands } = test;
      return bands ? (value) => isIn(value) || hasBand(value, bands) : isIn;
    }
    case 'members':
      return members(test.all, test.values);
    case 'days': {
      const { from = '', to = 'infinity' } = test.range;
      return (value) => typeof value === 'string' && firstDay(value) >= from && lastDay(value) <= to;
    }
    case 'instants': {
      const { from = '', until = 'infinity' } = test.range;
      return (value) => typeof value === 'string' && fullInstant(value) >= from && fullInstant(value) < until;
    }
  }
}

function compileComparison(source: PredicateSource, comparison: Comparison, today: string) {
  const field = source.fields.find((candidate) => candidate.apiName === comparison.field);
  if (!field) throw new Error(`The condition names ${comparison.field}, which the object does not have.`);
  const { ask, negated } = questionOf(field, comparison, today);
  const test = compileTest(ask);
  return (values: RecordValues) => test(values[field.apiName]) !== negated;
}

function compileExistence({ exists }: Existence, { others }: PredicateSource, today: string) {
  const { objectApiName, fields: links, filter, atLeast = 1 } = exists;
  if (!others) throw new Error(`The condition asks about records of ${objectApiName}, which are not at hand.`);
  const inner = { fields: others.fields(objectApiName), others };
  const holdsFor = filter ? compilePredicate(inner, filter, { today }) : () => true;
  return (values: RecordValues) =>
    others.pointingAt(values, objectApiName, links).filter((record) => holdsFor(record)).length >= atLeast;
}

/**
 * A parsed condition as a function of a record's wire values: the same answer that `compileCondition` gets from the
 * database. `today` is a day `YYYY-MM-DD` of Asia/Shanghai. Throws when the condition names a field that is not there, or
 * asks about records of another object and the source has none, or about a list: there the server is asked instead.
 */
export function compilePredicate(
  source: PredicateSource,
  condition: Condition,
  { today }: { readonly today: string },
): (values: RecordValues) => boolean {
  const compile = (member: Condition) => compilePredicate(source, member, { today });
  if ('and' in condition) {
    const members = condition.and.map(compile);
    return (values) => members.every((member) => member(values));
  }
  if ('or' in condition) {
    const members = condition.or.map(compile);
    return (values) => members.some((member) => member(values));
  }
  if ('not' in condition) {
    const member = compile(condition.not);
    return (values) => !member(values);
  }
  if ('exists' in condition) return compileExistence(condition, source, today);
  if ('inList' in condition) throw new Error('The condition asks what is on a list, which only the server knows.');
  if ('noted' in condition) throw new Error('The condition asks what is noted, which only the server knows.');
  return compileComparison(source, condition, today);
}
