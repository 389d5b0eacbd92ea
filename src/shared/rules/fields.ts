import type { Currency, FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { CurrencyValue, FieldValue, FileValue, ReferenceValue } from '#schemas/metadata/value.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { liveFields } from '#generators/object.ts';
import { Exact, parseExact } from '#shared/money/exact.ts';
import { CURRENCY_NAMES } from '#shared/money/format.ts';
import { toCny } from '#shared/money/rates.ts';
import { dayOf } from './days.ts';
import type { Frame, Run } from './frame.ts';
import { ABSENT, lackingRate } from './no-answer.ts';
import type { Compiled, RuleField } from './scope.ts';
import { BOOL, CURRENCY, DECIMAL, FILE, INT, STRING, STRINGS, type ValueType } from './value-type.ts';

type Root = 'self' | 'old';
type Convert = (value: FieldValue) => unknown;

const TYPES: Readonly<Record<string, ValueType>> = {
  string: STRING,
  decimal: DECIMAL,
  bool: BOOL,
  list: STRINGS,
  currency: CURRENCY,
  file: FILE,
};

/**
 * The fields of an object as rules see them. A value that is not of its field's type counts as absent here: the check of
 * the structure reports it, and no rule has to fear it.
 */
export function ruleFields(object: ObjectDefinition): ReadonlyMap<string, RuleField> {
  const derived = derivedFields(object);
  return new Map(liveFields(object).map((field) => [field.apiName, ruleField(field, derived.has(field.apiName))]));
}

/** Fields whose value may differ from what was sent: computed ones, and those that a rule may hide. */
export function derivedFields(object: ObjectDefinition): ReadonlySet<string> {
  const formulas = liveFields(object)
    .filter((field) => field.type === 'formula')
    .map((field) => field.apiName);
  const targets = object.rules
    .filter((rule) => rule.kind === 'value' || rule.kind === 'visible')
    .map((rule) => rule.target);
  return new Set([...formulas, ...targets]);
}

/** Type that a field's value has in rules. */
export const ruleTypeOf = (field: FieldDefinition): ValueType => TYPES[valueType(field).ruleType] ?? STRING;

function ruleField(field: FieldDefinition, derived: boolean): RuleField {
  const type = ruleTypeOf(field);
  return {
    type,
    label: field.label,
    read: (root) => {
      const [raw, convert] = [rawReader(field.apiName, root, derived), converter(field, type)];
      if (field.type !== 'formula' || root === 'old') return (frame) => convert(raw(frame));
      return (frame) => {
        const value = raw(frame);
        return frame.lackedRate(field.apiName) ?? convert(value);
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

function converter(field: FieldDefinition, type: ValueType): Convert {
  if (field.type === 'reference') return (value) => text((value as ReferenceValue | null | undefined)?.id);
  if (field.type === 'multiReference') return (value) => entries(value, (link: ReferenceValue) => link?.id);
  if (field.type === 'integer') return wholeNumber();
  switch (type.kind) {
    case 'decimal':
      return decimalText();
    case 'bool':
      return (value) => (typeof value === 'boolean' ? value : ABSENT);
    case 'list':
      return (value) => entries(value, (entry: string) => entry);
    case 'currency':
      return (value) => (isGroup(value) && (isAmount(value) || isText(value.band)) ? value : ABSENT);
    case 'file':
      return (value) => (isGroup(value) ? value : ABSENT);
    default:
      return text;
  }
}

const isGroup = (value: unknown): value is CurrencyValue & FileValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isAmount = (value: CurrencyValue): boolean => isText(value.num) && isText(value.currency);

/** Text with something to see in it. Only a text that begins with a blank needs the longer look. */
function text(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return ABSENT;
  const first = value.charCodeAt(0);
  return (first > 32 && first < 160) || (first > 0x3000 && first < 0xfe00) || value.trim() !== '' ? value : ABSENT;
}

function entries<Entry>(value: FieldValue, pick: (entry: Entry) => unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return ABSENT;
  const list = (value as Entry[]).map(pick);
  return list.every((entry) => typeof entry === 'string') ? list : ABSENT;
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

const decimalText = () => remembering((value) => parseExact(value) ?? ABSENT);
const wholeNumber = () => remembering((value) => (Number.isSafeInteger(value) ? new Exact(value as number) : ABSENT));

function part(field: FieldDefinition, type: ValueType, name: string, raw: RawReader, root: Root): Compiled | undefined {
  const member = (kind: ValueType, convert: (value: unknown) => unknown): Compiled => ({
    type: kind,
    run: (frame) => {
      const value = raw(frame);
      return isGroup(value) ? convert((value as unknown as Record<string, unknown>)[name]) : ABSENT;
    },
  });
  if (type.kind === 'file') {
    if (name === 'size') return member(INT, (value) => (Number.isSafeInteger(value) ? value : ABSENT));
    return name === 'url' || name === 'name' ? member(STRING, text) : undefined;
  }
  if (type.kind !== 'currency') return undefined;
  if (name === 'num') return member(DECIMAL, decimalText());
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
  const read = decimalText();
  return (frame) => {
    const value = raw(frame);
    if (!isGroup(value)) return ABSENT;
    if (root === 'old') return read(value.equivalentMoney);
    if (!isAmount(value)) return ABSENT;
    const { rateDateField } = field.config ?? {};
    const date = rateDateField === undefined ? undefined : frame.self(rateDateField);
    const day = (typeof date === 'string' ? dayOf(date) : undefined) ?? frame.context.today;
    const currency = value.currency as Currency;
    const rate = currency === 'CNY' ? '1' : frame.context.rates?.rate(currency, day);
    if (rate === undefined) return lackingRate(noRateMessage(currency, day));
    return rate === null ? ABSENT : read(toCny(value.num ?? '', currency, day, { rate: () => rate }));
  };
}

const noRateMessage = (currency: Currency, day: string): string =>
  `没有${CURRENCY_NAMES[currency] ?? '该币种'} ${day} 或之前的汇率，无法折算成人民币`;
