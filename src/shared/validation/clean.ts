import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import type { FieldType } from '#generators/field-types/field-type.ts';
import { trimDecimal } from '#generators/field-types/parts.ts';
import { findField } from '#generators/object.ts';
import { fieldType, isComputed } from '#generators/field-types/registry.ts';
import type { Problem } from '#shared/errors.ts';
import { isBlankText } from '#shared/rules/blank-text.ts';

/** Says nothing: absent, null, or text without anything to see in it. */
const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && isBlankText(value));

/** An object of named values, and no list. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy without the keys named and without those whose value is blank. */
function without(value: Record<string, unknown>, ...dropped: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key, entry]) => !dropped.includes(key) && !isBlank(entry)));
}

const orNothing = (value: Record<string, unknown>): unknown => (Object.keys(value).length === 0 ? undefined : value);

/** A group without its blank parts, undefined when none is left; anything else as it is. */
const cleanPlain = (value: unknown): unknown => (isPlain(value) ? orNothing(without(value)) : value);

/** Text without the space around it and with one kind of line break: what the form and the import make of it anyway. */
function cleanText(value: unknown): unknown {
  if (typeof value !== 'string') return cleanPlain(value);
  const text = value.trim();
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

const PLAIN_DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Decimal text in its shortest form, as it is kept: `5.00` is `5` and `-0` is `0`. Anything else stays for the structure to refuse. */
function cleanDecimal(value: unknown): unknown {
  if (typeof value !== 'string' || !PLAIN_DECIMAL.test(value)) return cleanPlain(value);
  const shortest = trimDecimal(value);
  return shortest === '-0' ? '0' : shortest;
}

/** An amount with nothing but a currency chosen is not known yet. The equivalent is ours to work out, never theirs to send. */
function cleanMoney(value: unknown): unknown {
  if (!isPlain(value)) return value;
  const money = without(value, 'equivalentMoney');
  const keys = Object.keys(money);
  if (keys.length === 0 || (keys.length === 1 && keys[0] === 'currency')) return undefined;
  return 'num' in money ? { ...money, num: cleanDecimal(money['num']) } : money;
}

/** A link keeps its id only; an empty choice is none. */
const cleanLink = (value: unknown): unknown => (isPlain(value) ? orNothing(without(value, 'name')) : value);

/** How a value of each kind, or a member of a list of them, is cleaned; the value of an option stays as it is. */
const CLEANERS: Readonly<Record<FieldType['kind'], (value: unknown) => unknown>> = {
  text: cleanText,
  texts: cleanText,
  integer: cleanPlain,
  decimal: cleanDecimal,
  money: cleanMoney,
  date: cleanPlain,
  instant: cleanPlain,
  boolean: cleanPlain,
  link: cleanLink,
  links: cleanLink,
  file: cleanPlain,
  answer: cleanPlain,
};

/**
 * A value as it is checked and kept: undefined when nothing is known (blank text, null, [], an amount without number and
 * band). What is not of the field's shape comes back as it is, for the structure to refuse.
 */
export function cleanValue(field: FieldDefinition, value: unknown): FieldValue {
  return cleaned(field, value) as FieldValue;
}

function cleaned(field: FieldDefinition, value: unknown): unknown {
  if (isBlank(value)) return undefined;
  const { kind, options } = fieldType(field);
  const clean = options ? cleanPlain : CLEANERS[kind];
  if (!Array.isArray(value)) return clean(value);
  const entries = (value as readonly unknown[]).map(clean).filter((entry) => !isBlank(entry));
  if (entries.length === 0) return undefined;
  if (kind !== 'links') return entries;
  const ids = new Set<unknown>();
  return entries.filter((entry) => !isPlain(entry) || (!ids.has(entry['id']) && ids.add(entry['id'])));
}

/**
 * What was sent as record values. Keys that name no field of the object are refused by name, `__proto__` and other
 * inherited names included; what was sent for a formula is dropped, as the system works it out.
 */
export function cleanRecord(object: ObjectDefinition, input: unknown): { values: RecordValues; problems: Problem[] } {
  if (!isPlain(input)) return { values: {}, problems: [{ field: '', message: '记录的内容必须是一个对象' }] };
  const values: Record<string, FieldValue> = {};
  const problems: Problem[] = [];
  for (const [key, sent] of Object.entries(input)) {
    const field = findField(object, key);
    const value = field && cleanValue(field, sent);
    if (!field) problems.push({ field: key.slice(0, 100), message: `没有字段“${key.slice(0, 100)}”` });
    else if (!isComputed(field) && value !== undefined) values[key] = value;
  }
  return { values, problems };
}
