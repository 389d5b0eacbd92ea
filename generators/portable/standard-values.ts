import { CURRENCIES } from '#schemas/generated/metadata/field.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { CURRENCY_NAMES } from '#generators/field-types/currency.ts';
import type { JsonSchema } from '#generators/field-types/field-type.ts';
import { HOST_SOURCE, SOUND_HOST_SOURCE } from '#generators/field-types/host.ts';
import { type Choices, oneOfThese, type Purpose } from './choices.ts';
import { anyDate, anyDecimal, anyInstant, dateRange, decimalRange, instantRange } from './ranges.ts';

/** Where a schema is in its record. */
export interface Place {
  readonly field: FieldDefinition;
  readonly purpose: Purpose;
  readonly choices: Choices;
  /** There is no record without the value. */
  readonly isRequired: boolean;
  /** The value may be null. */
  readonly isNullable: boolean;
  /** It is one of a list of values, or a part of a value. */
  readonly isPart?: boolean;
}

/** Names of the parts of values that have parts. */
const PART_TITLES: Readonly<Record<string, string>> = {
  id: '记录编号',
  archived: '已归档',
  logo: '标志',
  url: '地址',
  size: '大小（字节）',
  num: '金额',
  currency: '币种',
  equivalentMoney: '折合人民币',
  band: '金额区间',
  rows: '计入的记录数',
  unknown: '金额未知的记录数',
  name: '名称',
};

/** Bounds that a record which was kept before they were set need not be within. */
const BOUNDS = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'uniqueItems', 'pattern'];
/** Keywords of JSON Schema that mean the same everywhere. */
const STANDARD: ReadonlySet<string> = new Set([...BOUNDS, 'type', 'readOnly']);

type Text = { readonly pattern?: string; readonly [keyword: string]: unknown };

const placesOf = ({ pattern = '' }: Text): number => Number(/\{1,(\d+)\}\)\?\$$/.exec(pattern)?.[1] ?? 0);
const bound = (schema: Text, keyword: string): string | undefined => schema[keyword] as string | undefined;

/** The pattern that says all that a format and bounds of ours ask of a text; undefined for formats that its pattern is enough for. */
function patternOf(schema: Text, purpose: Purpose): string | undefined {
  const [earliest = '', latest = ''] = [bound(schema, 'dateMinimum'), bound(schema, 'dateMaximum')];
  const isRead = purpose === 'read';
  switch (schema['format']) {
    case 'decimal':
      return isRead
        ? anyDecimal
        : decimalRange(placesOf(schema), bound(schema, 'decimalMinimum'), bound(schema, 'decimalMaximum'));
    case 'full-date':
      return isRead ? anyDate(false) : dateRange(earliest, latest, false);
    case 'partial-date':
      return isRead ? anyDate(true) : dateRange(earliest, latest, true);
    case 'instant':
      return isRead ? anyInstant : instantRange(earliest, latest);
    case 'url':
      return isRead ? undefined : (schema.pattern ?? '').replace(HOST_SOURCE, () => SOUND_HOST_SOURCE);
    default:
      return isRead ? undefined : schema.pattern;
  }
}

/** Keywords that `patternOf` answers for. */
const ANSWERED: ReadonlySet<string> = new Set([
  'format',
  'decimalMinimum',
  'decimalMaximum',
  'dateMinimum',
  'dateMaximum',
]);

/** A schema of a single value. @throws Error for a keyword that this says nothing of, so that none is lost in silence */
function plain(schema: Text, { purpose }: Place): JsonSchema {
  const strange = Object.keys(schema).find((keyword) => !STANDARD.has(keyword) && !ANSWERED.has(keyword));
  if (strange !== undefined) throw new Error(`No standard schema is known for the keyword ${strange}`);
  const kept = Object.entries(schema).filter(
    ([keyword]) => STANDARD.has(keyword) && keyword !== 'pattern' && (purpose === 'write' || !BOUNDS.includes(keyword)),
  );
  const pattern = patternOf(schema, purpose);
  return { ...Object.fromEntries(kept), ...(pattern !== undefined && { pattern }) };
}

/**
 * A required text has a letter at least. A required list may be empty here, since forms would begin it with an entry that is
 * nothing; the server asks for one.
 */
function filled(schema: JsonSchema, { isRequired, isPart, isNullable, purpose }: Place): JsonSchema {
  const { type, minLength = 0 } = schema;
  if (purpose === 'read' || isPart) return schema;
  const isText = 'maxLength' in schema && !('pattern' in schema);
  return {
    ...schema,
    ...(isRequired && isText && { minLength: Math.max(1, Number(minLength)) }),
    ...(isNullable && { type: [type, 'null'] }),
  };
}

const currencies = (codes: readonly string[]) =>
  codes.map((code) => ({
    value: code,
    title: (CURRENCY_NAMES as Readonly<Record<string, string>>)[code] ?? code,
    retired: false,
  }));

function titledParts(schema: JsonSchema, place: Place): Record<string, JsonSchema> {
  const parts = Object.entries(schema['properties'] as Readonly<Record<string, JsonSchema>>);
  return Object.fromEntries(
    parts.map(([name, part]) => [
      name,
      { title: PART_TITLES[name] ?? name, ...standard(part, { ...place, isNullable: false, isPart: true }) },
    ]),
  );
}

/** For each part of a group the other parts that a group with it must have. A group without parts is no value. */
const withOthers = (parts: readonly string[], required: readonly string[]): JsonSchema => ({
  dependentRequired: Object.fromEntries(
    parts
      .map((part) => [part, required.filter((other) => other !== part)] as const)
      .filter(([, others]) => others.length > 0),
  ),
});

function group(schema: JsonSchema, place: Place): JsonSchema {
  const properties = titledParts(schema, place);
  const required = (schema['required'] ?? []) as readonly string[];
  if (place.purpose === 'read') return { type: 'object', properties, required };
  const whole = place.isRequired || place.isPart;
  return {
    type: place.isNullable ? ['object', 'null'] : 'object',
    properties,
    ...(whole ? { required } : withOthers(Object.keys(properties), required)),
    additionalProperties: false,
  };
}

const AMOUNT_OR_BAND = {
  anyOf: [
    { properties: { num: true }, required: ['num'] },
    { properties: { band: true }, required: ['band'] },
  ],
} as const;

/** An amount with its currency, or where the field has bands one of those instead. A currency by itself is no amount. */
function money(schema: JsonSchema, place: Place): JsonSchema {
  const { num, currency, equivalentMoney, band, ...counts } = titledParts(schema, place);
  if (place.purpose === 'read')
    return { type: 'object', properties: { num, currency, equivalentMoney, ...(band && { band }), ...counts } };
  const type = place.isNullable ? ['object', 'null'] : 'object';
  if (!band) {
    const parts = place.isRequired ? { required: ['num', 'currency'] } : { dependentRequired: { num: ['currency'] } };
    return { type, properties: { num, currency }, ...parts, additionalProperties: false };
  }
  return {
    type,
    properties: { num, currency, band },
    dependentRequired: { num: ['currency'] },
    dependentSchemas: {
      num: { properties: { band: false } },
      ...(place.isRequired && { currency: AMOUNT_OR_BAND }),
    },
    ...(place.isRequired && { minProperties: 1 }),
    additionalProperties: false,
  };
}

function options(schema: JsonSchema, place: Place): JsonSchema {
  const { field, choices, purpose, isNullable } = place;
  const values = schema['enum'] as readonly string[] | undefined;
  const isOfField = !values || values.every((value) => field.selectOptions?.some((option) => option.value === value));
  if (isOfField) return choices.of(field, isNullable);
  // A currency may be left out of those that are offered after amounts in it were kept.
  return choices.chosen(oneOfThese(currencies(purpose === 'read' ? CURRENCIES : (values ?? []))));
}

function standard(schema: JsonSchema, place: Place): JsonSchema {
  if (schema['amountOrBand'] === true) return money(schema, place);
  if ('properties' in schema) return group(schema, place);
  if ('enum' in schema) return options(schema, place);
  // The options of a tree that is not filled in are not known.
  if (schema['format'] === 'option' && place.field.selectOptions?.length) return options(schema, place);
  if (!('items' in schema)) return filled(plain(schema, place), place);
  const { items, ...list } = schema;
  const entries = standard(items as JsonSchema, { ...place, isNullable: false, isPart: true });
  return { ...filled(plain(list, place), place), items: entries };
}

/** The schema of a field's values in keywords of JSON Schema alone. */
export const standardValue = (schema: JsonSchema, place: Place): JsonSchema => standard(schema, place);
