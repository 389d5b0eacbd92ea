import type { Currency, FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { CurrencyValue, FieldValue, FileValue, ReferenceValue } from '#schemas/metadata/value.ts';
import { isDateTimeText } from '#generators/field-types/date-time.ts';
import { isDateText } from '#generators/field-types/date.ts';
import type { ValueKind } from '#generators/field-types/field-type.ts';
import { isFormula, valueKind, valueType } from '#generators/field-types/registry.ts';
import { optionLabel } from '#generators/field-types/select.ts';
import { liveFields } from '#generators/object.ts';
import { Exact, parseExact } from '#shared/money/exact.ts';
import { CURRENCY_NAMES } from '#generators/field-types/currency.ts';
import { toCny } from '#shared/money/rates.ts';
import { isBlankText } from './blank-text.ts';
import { dayOf } from './days.ts';
import type { Frame, Run } from './frame.ts';
import { ABSENT, fault, lackingRate, NoAnswer } from './no-answer.ts';
import type { Compiled, RuleField } from './scope.ts';
import { BOOL, CURRENCY, DECIMAL, FILE, INT, STRING, STRINGS, type ValueType } from './value-type.ts';

type Root = 'self' | 'old';
type Convert = (value: FieldValue) => unknown;

/** What values of each kind are in rules. A link is the id of its record. */
const TYPES: Readonly<Record<ValueKind, ValueType>> = {
  text: STRING,
  integer: DECIMAL,
  decimal: DECIMAL,
  money: CURRENCY,
  date: STRING,
  instant: STRING,
  boolean: BOOL,
  link: STRING,
  texts: STRINGS,
  links: STRINGS,
  file: FILE,
};

/**
 * The fields of an object as rules see them. A value that is there and not of its field's type is a fault of every rule
 * that reads it, never absent: the check of the structure usually reports it first.
 */
export function ruleFields(object: ObjectDefinition): ReadonlyMap<string, RuleField> {
  const derived = derivedFields(object);
  return new Map(liveFields(object).map((field) => [field.apiName, ruleField(field, derived.has(field.apiName))]));
}

/** Fields whose value may differ from what was sent: computed ones, and those that a rule may hide. */
export function derivedFields(object: ObjectDefinition): ReadonlySet<string> {
  const formulas = liveFields(object)
    .filter(isFormula)
    .map((field) => field.apiName);
  const targets = object.rules
    .filter((rule) => rule.kind === 'value' || rule.kind === 'visible')
    .map((rule) => rule.target);
  return new Set([...formulas, ...targets]);
}

/** Type that a field's value has in rules. */
export const ruleTypeOf = (field: FieldDefinition): ValueType => TYPES[valueKind(field)];

function ruleField(field: FieldDefinition, derived: boolean): RuleField {
  const type = ruleTypeOf(field);
  return {
    type,
    label: field.label,
    isInstant: valueKind(field) === 'instant',
    labelOf: valueType(field).options === 'list' ? (value) => optionLabel(value, field) : undefined,
    read: (root) => {
      const [raw, convert] = [rawReader(field.apiName, root, derived), converter(field)];
      if (!isFormula(field) || root === 'old') return (frame) => convert(raw(frame));
      return (frame) => {
        const value = raw(frame);
        return frame.failed(field.apiName) ?? convert(value);
      };
    },
    part: (name, root) => part(field, type, name, rawReader(field.apiName, root, derived), root),
  };
}

type RawReader = (frame: Frame) => FieldValue;

/** How a field's wire value is found; only a derived one needs more than a look at the record. */
function rawReader(apiName: string, root: Root, derived: boolean): RawReader {
  if (root === 'old') return ({ context }) => context.old?.[apiName];
  return derived ? (frame) => frame.self(apiName) : ({ values }) => values[apiName];
}

/** Blank to a rule: nothing is known there. Whatever else is not of the field's type cannot be read, which is a fault. */
const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function converter(field: FieldDefinition): Convert {
  const read = reader(field);
  const unreadable = fault(`字段“${field.label}”的值无法读取`);
  return (value) => (isBlank(value) ? ABSENT : (read(value) ?? unreadable));
}

/** A value that is there as rules see it, ABSENT when it says nothing, undefined when it cannot be read. */
function reader(field: FieldDefinition): (value: FieldValue) => unknown {
  switch (valueKind(field)) {
    case 'integer':
    case 'decimal':
      return exactNumber();
    case 'money':
      return money;
    case 'date':
      return (value) => (typeof value === 'string' && isDateText(value) ? value : undefined);
    case 'instant':
      return (value) => (typeof value === 'string' && isDateTimeText(value) ? value : undefined);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : undefined);
    case 'link':
      return idOf;
    case 'links':
      return (value) => entries(value, idOf);
    case 'texts':
      return (value) => entries(value, (entry) => entry);
    case 'file':
      return (value) => (isGroup(value) ? value : undefined);
    case 'text':
      return text;
  }
}

const isGroup = (value: unknown): value is CurrencyValue & FileValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isAmount = (value: CurrencyValue): boolean => isText(value.num) && isText(value.currency);

const saysNothingBut = (group: object, names: readonly string[]): boolean =>
  Object.entries(group).every(([name, entry]) => names.includes(name) || isBlank(entry));

/** An amount with nothing but a currency chosen is not known yet. */
function money(value: FieldValue): unknown {
  if (!isGroup(value)) return undefined;
  if (isAmount(value) || isText(value.band)) return value;
  return saysNothingBut(value, ['currency', 'equivalentMoney']) ? ABSENT : undefined;
}

/** Text with something to see in it. */
function text(value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  return isBlankText(value) ? ABSENT : value;
}

function idOf(value: unknown): unknown {
  if (!isGroup(value)) return undefined;
  const { id } = value as unknown as ReferenceValue;
  if (!isBlank(id)) return text(id);
  return saysNothingBut(value, ['name']) ? ABSENT : undefined;
}

function entries(value: FieldValue, pick: (entry: unknown) => unknown): unknown {
  if (!Array.isArray(value)) return undefined;
  const list = (value as readonly unknown[]).map(pick);
  return list.every((entry) => typeof entry === 'string') ? list : undefined;
}

/** Numbers remembered by one reader. Reading the text of a number costs ten times a look into a map. */
const REMEMBERED = 256;

/** Remembers what a text or number became: rules read the same values again at every key, and few values over an import. */
function remembering(convert: (value: unknown) => unknown): (value: unknown) => unknown {
  const known = new Map<unknown, unknown>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const converted = convert(value);
    if (known.size >= REMEMBERED) known.clear();
    known.set(value, converted);
    return converted;
  };
}

/** A decimal text or a whole number exactly; undefined for anything else. */
const exactNumber = () =>
  remembering((value) => (Number.isSafeInteger(value) ? new Exact(value as number) : parseExact(value)));

function part(field: FieldDefinition, type: ValueType, name: string, raw: RawReader, root: Root): Compiled | undefined {
  const whole = converter(field);
  const unreadable = fault(`字段“${field.label}”的值无法读取`);
  const member = (kind: ValueType, convert: (value: unknown) => unknown): Compiled => ({
    type: kind,
    run: (frame) => {
      const value = whole(raw(frame));
      if (value instanceof NoAnswer) return value;
      const entry = (value as Record<string, unknown>)[name];
      return isBlank(entry) ? ABSENT : (convert(entry) ?? unreadable);
    },
  });
  if (type.kind === 'file') {
    if (name === 'size') return member(INT, (value) => (Number.isSafeInteger(value) ? value : undefined));
    return name === 'url' || name === 'name' ? member(STRING, text) : undefined;
  }
  if (type.kind !== 'currency') return undefined;
  if (name === 'num') return member(DECIMAL, exactNumber());
  if (name === 'equivalentMoney')
    return {
      type: DECIMAL,
      run: equivalent(field, raw, root),
      alsoReads: root === 'self' ? field.config?.rateDateField : undefined,
    };
  return name === 'currency' || name === 'band' ? member(STRING, text) : undefined;
}

/**
 * The CNY equivalent. Of the saved record it is what was kept; of the record being written it is worked out here from
 * the rates at hand, never taken from what was sent.
 */
function equivalent(field: FieldDefinition, raw: RawReader, root: Root): Run {
  const exact = exactNumber();
  const amountOf = converter(field);
  const unreadable = fault(`字段“${field.label}”的金额无法读取`);
  const dateless = fault(`字段“${field.label}”的汇率日期无法读取`);
  const read = (amount: string | undefined) => (isBlank(amount) ? ABSENT : (exact(amount) ?? unreadable));
  return (frame) => {
    const value = amountOf(raw(frame)) as CurrencyValue | NoAnswer;
    if (value instanceof NoAnswer) return value;
    if (root === 'old' || frame.context.isKept) return read(value.equivalentMoney);
    if (!isAmount(value)) return ABSENT;
    if (!parseExact(value.num)) return unreadable;
    const { rateDateField } = field.config ?? {};
    const date = rateDateField === undefined ? undefined : frame.self(rateDateField);
    const day = isBlank(date) ? frame.context.today : typeof date === 'string' ? dayOf(date) : undefined;
    if (day === undefined) return dateless;
    const currency = value.currency as Currency;
    const rate = currency === 'CNY' ? '1' : frame.context.rates?.rate(currency, day);
    if (rate === undefined) return lackingRate(noRateMessage(currency, day));
    return rate === null ? ABSENT : read(toCny(value.num ?? '', currency, day, { rate: () => rate }));
  };
}

const noRateMessage = (currency: Currency, day: string): string =>
  `没有${CURRENCY_NAMES[currency] ?? '该币种'} ${day} 或之前的汇率，无法折算成人民币`;
